package bus

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"kibaho"
)

// MaxPayload is how many bytes one message may have. Larger things are files, and
// messages carry their hashes.
const MaxPayload = 1 << 20

// Options says how to reach the bus.
type Options struct {
	URLs  string // servers that exist, NATS URLs separated by commas; empty: the server within
	CA    string // file with the certificates that servers may be signed by
	Cert  string // file with this side's certificate; goes with Key
	Key   string
	Creds string // file with NATS credentials

	Dir    string // the folder of the server within
	Listen string // HOST:PORT on which the server within is reached from other machines; empty: not at all
	Token  string // what they must bring then; may be empty only if Listen is an address of this machine alone
	Store  int64  // bytes that the server within may keep on disk; 0: 16 GiB
	Memory int64  // bytes that it may keep in memory; 0: 64 MiB

	Name string        // this process in the lists of the server: "serve", "work"
	Wait time.Duration // how long Open waits for a server that exists; 0: it connects in the background, for ever
	Log  *slog.Logger  // losing and finding the connection; nil: nothing is told
}

// Bus is a connection to the bus, and the server within if this process runs it. It
// may be used by several goroutines.
type Bus struct {
	conn   *nats.Conn
	stream jetstream.JetStream
	within *within // nil with URLs
	where  string
}

// Open connects to the bus. Options that cannot be are a *kibaho.InputError.
func Open(ctx context.Context, o Options) (*Bus, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.URLs == "" {
		return openWithin(ctx, o)
	}
	if o.Listen != "" {
		return nil, &kibaho.InputError{What: "nats-listen", Text: o.Listen, At: -1, Want: "expected none with --nats: only the server within listens"}
	}
	urls, where, err := readURLs(o.URLs)
	if err != nil {
		return nil, err
	}
	options, err := o.secure()
	if err != nil {
		return nil, err
	}
	options = append(options, o.common(where)...)
	options = append(options, nats.RetryOnFailedConnect(true), nats.ReconnectWait(250*time.Millisecond))
	conn, err := nats.Connect(urls, options...)
	if err != nil {
		return nil, fmt.Errorf("bus: %s: %w", where, err)
	}
	b, err := newBus(conn, nil, where)
	if err != nil || o.Wait <= 0 {
		return b, err
	}
	ctx, cancel := context.WithTimeout(ctx, o.Wait)
	defer cancel()
	if err := b.Ready(ctx); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

func newBus(conn *nats.Conn, w *within, where string) (*Bus, error) {
	stream, err := jetstream.New(conn)
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("bus: %w", err)
	}
	return &Bus{conn: conn, stream: stream, within: w, where: where}, nil
}

// Conn is the connection, for subjects without storage.
func (b *Bus) Conn() *nats.Conn { return b.conn }

// Stream is JetStream over the connection.
func (b *Bus) Stream() jetstream.JetStream { return b.stream }

// Where tells where the server is, in words and without passwords.
func (b *Bus) Where() string { return b.where }

// Connected tells whether the server is reached just now, and if it is not, why.
func (b *Bus) Connected() (bool, error) {
	if b.conn.IsConnected() {
		return true, nil
	}
	return false, b.conn.LastError()
}

// Ready waits until the server is reached.
func (b *Bus) Ready(ctx context.Context) error {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !b.conn.IsConnected() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			if err := b.conn.LastError(); err != nil {
				return fmt.Errorf("bus: no connection to %s: %w", b.where, err)
			}
			return fmt.Errorf("bus: no connection to %s: expected a NATS server that answers", b.where)
		}
	}
	return nil
}

// Close ends the connection, and the server within if this process runs it.
func (b *Bus) Close() error {
	b.conn.Close()
	if b.within == nil {
		return nil
	}
	return b.within.close()
}

// common are the options of every connection: it comes back for ever, and a dead
// line is found within six seconds, so that nothing waits for it longer.
func (o *Options) common(where string) []nats.Option {
	name := o.Name
	if host, err := os.Hostname(); err == nil {
		name += "@" + host
	}
	log := o.Log
	return []nats.Option{
		nats.Name(name),
		nats.Timeout(5 * time.Second),
		nats.MaxReconnects(-1),
		nats.ReconnectJitter(100*time.Millisecond, 200*time.Millisecond),
		nats.IgnoreAuthErrorAbort(),
		nats.PingInterval(2 * time.Second),
		nats.MaxPingsOutstanding(2),
		nats.ReconnectBufSize(4 << 20),
		nats.DrainTimeout(5 * time.Second),
		nats.DisconnectErrHandler(func(c *nats.Conn, err error) {
			if !c.IsClosed() {
				log.Warn("bus: connection lost", "server", where, "error", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { log.Info("bus: connection found again", "server", where) }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			log.Warn("bus", "server", where, "error", err)
		}),
	}
}

// secure reads what the connection is secured with. The files are looked at here, since
// the connection itself would only fail again and again.
func (o *Options) secure() ([]nats.Option, error) {
	var options []nats.Option
	if o.CA != "" {
		if _, err := os.ReadFile(o.CA); err != nil {
			return nil, fileFault("nats-ca", o.CA, err)
		}
		options = append(options, nats.RootCAs(o.CA))
	}
	switch {
	case (o.Cert == "") != (o.Key == ""):
		return nil, &kibaho.InputError{What: "nats-cert", Text: o.Cert + o.Key, At: -1, Want: "--nats-cert and --nats-key go together"}
	case o.Cert != "":
		if _, err := tls.LoadX509KeyPair(o.Cert, o.Key); err != nil {
			return nil, fileFault("nats-cert", o.Cert, err)
		}
		options = append(options, nats.ClientCert(o.Cert, o.Key))
	}
	if o.Creds != "" {
		if _, err := os.ReadFile(o.Creds); err != nil {
			return nil, fileFault("nats-creds", o.Creds, err)
		}
		options = append(options, nats.UserCredentials(o.Creds))
	}
	return options, nil
}

func fileFault(flag, file string, err error) error {
	return &kibaho.InputError{What: flag, Text: file, At: -1, Want: "expected a file that can be read: " + err.Error()}
}

// readURLs reads a list of servers and returns it as the client wants it, and
// in words without passwords.
func readURLs(text string) (urls, where string, err error) {
	var all, shown []string
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		wrong := func(want string) error {
			return &kibaho.InputError{What: "nats", Text: text, At: -1, Got: part, Want: want}
		}
		if part == "" {
			return "", "", wrong("expected addresses separated by commas, as in nats://host:4222")
		}
		full := part
		if !strings.Contains(full, "://") {
			full = "nats://" + full
		}
		u, err := url.Parse(full)
		if err != nil || u.Hostname() == "" {
			return "", "", wrong("expected an address as in nats://host:4222")
		}
		switch u.Scheme {
		case "nats", "tls", "ws", "wss":
		default:
			return "", "", wrong("expected nats://, tls://, ws:// or wss://")
		}
		if u.Port() == "" {
			u.Host = net.JoinHostPort(u.Hostname(), "4222")
		}
		all = append(all, u.String())
		u.User = nil
		shown = append(shown, u.String())
	}
	return strings.Join(all, ","), strings.Join(shown, ", "), nil
}
