package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"kibaho/server"
)

// served is a server that was started as a person starts it.
type served struct {
	t      *testing.T
	url    string
	client *http.Client
	errs   *bytes.Buffer
	stop   context.CancelFunc
	ended  chan int
}

// startServe runs "kibaho serve" on a free port and waits until it has said where it is.
func startServe(t *testing.T, args ...string) *served {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	out, printed := io.Pipe()
	s := &served{t: t, client: &http.Client{}, errs: new(bytes.Buffer), stop: cancel, ended: make(chan int, 1)}
	go func() {
		s.ended <- run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...), nil, printed, s.errs)
		_ = printed.Close()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v: %s", err, s.errs.String())
	}
	_, address, ok := strings.Cut(strings.TrimSpace(line), " at ")
	if !ok {
		t.Fatalf("printed %q", line)
	}
	s.url = address
	return s
}

// ask sends a request and returns the answer and its body.
func (s *served) ask(method, path, token, body string) (*http.Response, string) {
	s.t.Helper()
	r, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	b, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if err != nil || answer.StatusCode != http.StatusOK {
		s.t.Errorf("%s %s: status %d, %v, %.200s", method, path, answer.StatusCode, err, b)
	}
	return answer, string(b)
}

// end stops the server, which must end well.
func (s *served) end() {
	s.t.Helper()
	s.stop()
	if status := <-s.ended; status != done {
		s.t.Errorf("status %d: %s", status, s.errs.String())
	}
}

// part returns the value of a field of JSON.
func part(t *testing.T, text, name string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, `"`+name+`":"`)
	value, _, closed := strings.Cut(rest, `"`)
	if !ok || !closed {
		t.Fatalf("no %s in %.200s", name, text)
	}
	return value
}

// TestServe starts the server as a person does, plays a move, makes a backup while
// the server runs, stops it, and goes on from the backup in another folder, with
// the same seat.
func TestServe(t *testing.T) {
	data := t.TempDir()
	s := startServe(t, "--data", data, "--log", "error")
	for path, want := range map[string]string{"/healthz": "ok", "/api/games": "igisoro", "/": "<!doctype html>", "/metrics": "kibaho_tables_open"} {
		if _, body := s.ask("GET", path, "", ""); !strings.Contains(strings.ToLower(body), want) {
			t.Errorf("%s: %.100s", path, body)
		}
	}
	_, body := s.ask("POST", "/api/token", "", "")
	token := part(t, body, "token")
	_, body = s.ask("POST", "/api/tables", token, `{"game":"draughts","seat":"both","control":"10+5"}`)
	id := part(t, body, "id")
	s.ask("POST", "/api/tables/"+id+"/commands", token, `{"kind":"move","text":"11-15"}`)
	game := filepath.Join(t.TempDir(), "game.pdn")
	if err := os.WriteFile(game, []byte("[Event \"x\"]\n1. 11-15 22-18 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "copy.db")
	var said bytes.Buffer
	for _, args := range [][]string{
		{"records", "import", game, "--db", filepath.Join(data, server.RecordsFile)},
		{"backup", file, "--data", data},
	} {
		if status := run(t.Context(), args, nil, &said, &said); status != done {
			t.Errorf("%v: status %d, %s", args, status, said.String())
		}
	}
	if _, err := os.Stat(strings.TrimSuffix(file, ".db") + "-records.db"); err != nil {
		t.Errorf("the games of record are not copied: %v", err)
	}
	s.ask("POST", "/api/tables/"+id+"/commands", token, `{"kind":"move","text":"22-18"}`)
	s.end()
	// Restored as docs/server.md says.
	restored := t.TempDir()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(restored, "games.db"), b, 0o600); err != nil {
		t.Fatal(err)
	}
	again := startServe(t, "--data", restored, "--log", "error")
	if _, body := again.ask("GET", "/api/tables/"+id, token, ""); !strings.Contains(body, `"turns":[{"side":0,"text":"11-15"}]`) {
		t.Errorf("the backup has not what there was when it was made: %s", body)
	}
	again.ask("POST", "/api/tables/"+id+"/commands", token, `{"kind":"move","text":"24-20"}`)
	again.end()
}

// TestServeTLS: HTTPS by itself, with a cookie that is for TLS alone, configured by
// the environment and a file.
func TestServeTLS(t *testing.T) {
	folder := t.TempDir()
	cert, key := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	public, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(folder, "kibaho.conf")
	for name, b := range map[string][]byte{
		cert:   pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: public}),
		key:    pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}),
		config: []byte("# of the test\ntls-cert = " + cert + "\nlog = debug\nlog-format = json\nmetrics = nobody\n"),
	} {
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("KIBAHO_TLS_KEY", key)
	t.Setenv("KIBAHO_LOG", "warn") // comes before the file
	s := startServe(t, "--config", config, "--data", filepath.Join(folder, "data"), "--metrics", "local")
	if !strings.HasPrefix(s.url, "https://") {
		t.Fatalf("it is at %s", s.url)
	}
	known, err := x509.ParseCertificate(public)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(known)
	s.client.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, DisableKeepAlives: true}
	answer, _ := s.ask("POST", "/api/tables", "", `{"game":"chuba"}`)
	if c := answer.Header.Get("Set-Cookie"); !strings.Contains(c, "Secure") || !strings.Contains(c, "HttpOnly") || !strings.Contains(c, "SameSite") {
		t.Errorf("cookie %q", c)
	}
	if answer.Header.Get("Strict-Transport-Security") == "" {
		t.Error("browsers are not told to stay with TLS")
	}
	s.ask("GET", "/metrics", "", "")
	s.end()
	if s.errs.Len() > 0 {
		t.Errorf("logged below warnings: %s", s.errs)
	}
}

func TestServeErrors(t *testing.T) {
	config := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(config, []byte("# comment\n\nadress = :80\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	empty := t.TempDir()
	for _, tt := range []struct {
		args   string
		status int
		want   string
	}{
		{"serve x", wrong, "unknown command"},
		{"serve --tls-cert a.pem --data " + empty, wrong, "go together"},
		{"serve --log loud --data " + empty, wrong, "expected debug, info, warn or error"},
		{"serve --metrics everybody --data " + empty, wrong, "expected local, all or nobody"},
		{"serve --log-format xml --data " + empty, wrong, "expected text or json"},
		{"serve --addr nowhere:99999 --data " + empty, failed, "invalid port"},
		{"serve --config " + config, wrong, "line 3"},
		{"serve --config " + config + ".missing", failed, "missing"},
		{"serve --nats http://bus --data " + empty, wrong, "expected nats://"},
		{"serve --db postgres://me:secret@db/x?pool=0 --data " + empty, wrong, "pool must be"},
		{"migrate --from " + empty + "/none.db --to postgres://me@127.0.0.1:1/x", wrong, "none.db"},
		{"migrate", wrong, "expected --from FILE and --to"},
		{"backup", wrong, "arg"},
		{"backup a.db --data " + empty, failed, "games.db"},
	} {
		var out bytes.Buffer
		status := run(t.Context(), strings.Fields(tt.args), nil, &out, &out)
		if status != tt.status || !strings.Contains(out.String(), tt.want) || strings.Count(out.String(), "\n") != 1 {
			t.Errorf("%s: status %d, %q, want %d with %q in one line", tt.args, status, out.String(), tt.status, tt.want)
		}
	}
}

// TestConfigure: flags come before the environment, the environment before the file.
func TestConfigure(t *testing.T) {
	config := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(config, []byte("one = file\ntwo=file\nthree-words = file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("KIBAHO_ONE", "environment")
	t.Setenv("KIBAHO_TWO", "environment")
	t.Setenv("KIBAHO_CONFIG", config)
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, name := range []string{"one", "two", "three-words", "four", "config"} {
		f.String(name, "default", "")
	}
	if err := f.Parse([]string{"--one=flag"}); err != nil {
		t.Fatal(err)
	}
	if err := configure(f); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"one": "flag", "two": "environment", "three-words": "file", "four": "default"} {
		if got, err := f.GetString(name); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
}
