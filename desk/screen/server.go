package screen

// Server is a server and the credentials for it. It is kept in memory only.
type Server struct {
	// Address is as the user typed it, or as Record and Store have it: the desk knows what is not shown of that.
	Address                string
	User, Password, Header string
	Tenant                 string // for a store that has several; "": none is named
	Insecure               bool   // certificates are not verified
}
