// Package inflate unpacks gzip files (RFC 1951 and 1952) in half the time that the libraries take, or gives up.
//
// Unpacking is the one work that cannot be divided between processors when a profile is opened. The libraries read
// the packed data a byte at a time, so as not to read beyond its end; this package reads eight bytes at a time. It
// does not say what is wrong with a file: after it has given up, a library reads the file from its beginning.
package inflate
