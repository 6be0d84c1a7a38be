package httpclient

import (
	"fmt"
	"maps"
	"net/http"
	"strings"

	"profstation/model/lang"
)

// Environment variables with credentials. Headers are one to a line: "Authorization: Bearer…".
const (
	EnvUser     = "PROFSTATION_HTTP_USER"
	EnvPassword = "PROFSTATION_HTTP_PASSWORD"
	EnvHeader   = "PROFSTATION_HTTP_HEADER"
)

// FromEnvironment adds credentials from the environment. Those already set stay.
func (c Credentials) FromEnvironment(getenv func(string) string) (Credentials, error) {
	if c.User == "" && c.Password == "" {
		c.User, c.Password = getenv(EnvUser), getenv(EnvPassword)
	}
	h, err := ParseHeader(getenv(EnvHeader))
	if err != nil {
		return c, fmt.Errorf("%s: %w", EnvHeader, err)
	}
	if len(h) > 0 {
		maps.Copy(h, c.Header)
		c.Header = h
	}
	return c, nil
}

// Tenant names the tenant in a profile store that has several.
func (c *Credentials) Tenant(name string) {
	if c.Header == nil {
		c.Header = http.Header{}
	}
	c.Header.Set("x-scope-orgid", name) // X-Scope-OrgID, whose case does not matter
}

// ParseHeader reads header lines in the form "Name: value". Errors do not show values.
func ParseHeader(text string) (http.Header, error) {
	h := http.Header{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok || !isToken(name) || strings.ContainsFunc(value, isControl) {
			return nil, lang.Error("a line is not a header: expected Name: value")
		}
		h.Add(name, value)
	}
	return h, nil
}

// isToken reports whether a name may stand before a header's colon (RFC 9110, 5.6.2).
func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		return !letter && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
	})
}

func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }
