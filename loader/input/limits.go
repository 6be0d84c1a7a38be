package input

import (
	"cmp"
	"math"

	"profstation/model/lang"
	"profstation/model/units"
)

// The limits that apply if none are given and the machine has enough memory. They are far above real
// files, the largest of which have some hundred MB unpacked.
const (
	DefaultFile         = 4 << 30
	DefaultUncompressed = 2 << 30
	DefaultMemory       = 4 << 30
)

// What a small file may become if no limit is given. Real profiles unpack to less than 20 times their
// bytes. Their frames, if no two stacks share any, take less than 100 times their bytes.
const (
	maxTimes        = 128       // times the file's bytes, unpacked or in memory
	minUncompressed = 256 << 20 // allowed for any file
	minMemory       = 400 << 20
)

// Limits are the bounds for one input in bytes. Zero fields mean the default. An input that exceeds one of
// them is refused with an [Error] that names it. Nothing is ever loaded only in part because of a limit.
type Limits struct {
	File         int64 // read from disk or standard input
	Uncompressed int64 // after unpacking
	Memory       int64 // estimated for decoding and for the decoded profile
}

// OrDefault returns the limits with defaults for those that are not set. Of the machine's memory,
// decoding may take half, and unpacked bytes a quarter.
func (l Limits) OrDefault() Limits {
	return l.or(min(DefaultUncompressed, Machine()/4), min(DefaultMemory, Machine()/2))
}

// For returns the limits for an input with size bytes. A limit that is not set is the default, or
// less for a small input: no real profile is hundreds of times as large as its file.
func (l Limits) For(size int64) Limits {
	all := Limits{}.OrDefault()
	unpacked := min(size, math.MaxInt64/maxTimes) * maxTimes
	return l.or(min(all.Uncompressed, max(unpacked, minUncompressed)), min(all.Memory, max(unpacked, minMemory)))
}

// Streamed returns how many bytes may be unpacked from a file with size bytes, if it is read piece by
// piece and is never in memory as a whole.
func (l Limits) Streamed(size int64) int64 {
	return max(min(size, math.MaxInt64/maxTimes)*maxTimes, minUncompressed, l.Uncompressed)
}

func (l Limits) or(uncompressed, memory int64) Limits {
	return Limits{
		File:         cmp.Or(max(l.File, 0), DefaultFile),
		Uncompressed: cmp.Or(max(l.Uncompressed, 0), uncompressed),
		Memory:       cmp.Or(max(l.Memory, 0), memory),
	}
}

// Allow returns an error if need exceeds the memory limit.
func (l Limits) Allow(need int64) error {
	return l.allow(lang.Later("loading it needs at least {{.Size}} of memory, the limit is {{.Limit}}"), need, lang.With{})
}

// What views take for a frame in a tree, with its box and its text, and for each place in the code
// where frames are, which is a node with its name and figures. With 400,000 frames, a flame graph
// takes 150 bytes for each if they are one deep stack of one function, and 300 to 340 if each has its
// own function. Trees, callers and tables take 60 to 110.
const (
	bytesPerFrame = 160
	bytesPerPlace = 180
)

// AllowFrames refuses a profile whose stacks unfold to more frames than can be shown. The frames are
// at this many places at most.
func (l Limits) AllowFrames(frames, places int64) error {
	frames = min(frames, math.MaxInt64/(bytesPerFrame+bytesPerPlace))
	need := frames*bytesPerFrame + min(frames, places)*bytesPerPlace
	return l.allow(lang.Later("its stacks unfold to {{.Frames}} frames: showing them needs about {{.Size}} of memory, the limit is {{.Limit}}"),
		need, lang.With{"Frames": units.Count(frames)})
}

// allow returns an error with a text about what is needed, if that exceeds the memory limit.
func (l Limits) allow(text string, need int64, with lang.With) error {
	if need <= l.Memory {
		return nil
	}
	with["Size"], with["Limit"] = Size(need), Size(l.Memory)
	return tooMuch(lang.L(text, with), lang.L("if you trust the file, raise “of memory for its tables” under File limits in the preferences"))
}

// TooLarge returns the error for a file beyond the limit.
func (l Limits) TooLarge() *Error {
	return tooMuch(lang.L("the file is larger than the limit of {{.Size}}", lang.With{"Size": Size(l.File)}),
		lang.L("if you trust the file, raise “on disk” under File limits in the preferences"))
}

// UnpacksTooFar returns the error for an input that unpacks to more than the limit.
func (l Limits) UnpacksTooFar() *Error {
	return tooMuch(lang.L("it unpacks to more than the limit of {{.Size}}", lang.With{"Size": Size(l.Uncompressed)}),
		lang.L("if you trust the file, raise “unpacked” under File limits in the preferences"))
}

func tooMuch(found, advice string) *Error {
	return &Error{Beyond: true, Found: found, Advice: advice}
}

// Size writes a number of bytes for reading: 1.5GB. Units are powers of 1024, as in pprof.
func Size(n int64) string { return units.FormatShort(n, "bytes", "auto") }
