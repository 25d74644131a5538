package server

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"net"
	"net/http"
	"strings"
)

// A person is known by a random token in a cookie, a program by the same kind of
// token as a bearer. Only its hash is kept. There is nothing to register: who
// holds the token is who he is.

// cookieName is the name of the cookie with the token.
const cookieName = "kibaho"

// tokenLetters is how a token is written: 160 bits in 32 letters.
var tokenLetters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// newToken returns a token that nobody can guess.
func newToken() string {
	var b [20]byte
	_, _ = rand.Read(b[:]) // it never fails
	return tokenLetters.EncodeToString(b[:])
}

// identity returns what is kept of a token, or nothing if it is none of ours.
func identity(token string) string {
	if b, err := tokenLetters.DecodeString(token); err != nil || len(b) != 20 {
		return ""
	}
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// caller is who sends a request.
type caller struct {
	who     string // identity; empty for one who has shown no token
	address string // network address, without the port
	local   bool   // a program on this machine, and no proxy
}

type callerKey struct{}

// callerOf returns who sends a request.
func callerOf(ctx context.Context) caller {
	c, _ := ctx.Value(callerKey{}).(caller)
	return c
}

// known passes requests on with their caller. One who has no token gets one with
// a page, or where the request needs an identity.
func (s *Server) known(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := caller{address: s.address(r), local: local(r)}
		if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
			c.who = identity(strings.TrimSpace(token))
			if c.who == "" {
				writeProblem(w, &Problem{Status: http.StatusUnauthorized, Detail: "unknown token; POST /api/token gives one"})
				return
			}
		} else {
			token := ""
			if cookie, err := r.Cookie(cookieName); err == nil {
				token = cookie.Value
			}
			c.who = identity(token)
			page := r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html")
			if c.who == "" && (page || r.Method == http.MethodPost && r.URL.Path != "/api/token" || r.URL.Path == "/api/me") {
				token = newToken()
				c.who = identity(token)
				page = true
			}
			if page {
				http.SetCookie(w, &http.Cookie{
					Name: cookieName, Value: token, Path: "/", MaxAge: 400 * 24 * 3600, // as long as browsers keep one
					HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.secure(r),
				})
			}
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, c)))
	})
}

// secure reports that the request came over TLS.
func (s *Server) secure(r *http.Request) bool {
	return r.TLS != nil || s.options.Proxy && r.Header.Get("X-Forwarded-Proto") == "https"
}

// address returns the network address that a request comes from. What a proxy
// says of it is believed only if there is one.
func (s *Server) address(r *http.Request) string {
	if s.options.Proxy {
		// The last entry is the one that our own proxy has added.
		all := r.Header.Values("X-Forwarded-For")
		if len(all) > 0 {
			list := strings.Split(all[len(all)-1], ",")
			if ip := net.ParseIP(strings.TrimSpace(list[len(list)-1])); ip != nil {
				return ip.String()
			}
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
