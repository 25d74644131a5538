// Package browser_test drives the pages in Chromium: whole games by two people,
// against the engine, analysis, takebacks, a server that is killed, the keyboard
// alone, and what assistive technology is told. The tests are skipped where there
// is no browser. They wait more than they work, so those that no clock presses run
// beside each other.
package browser_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"kibaho/games"
	"kibaho/server"
	"kibaho/server/web"
)

// serveEnv makes the test binary a server: its address, its data folder, and
// "proxy" if it is to believe one.
const serveEnv = "KIBAHO_BROWSER_SERVE"

func TestMain(m *testing.M) {
	if how, ok := os.LookupEnv(serveEnv); ok {
		if err := serve(how); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	flag.Parse()
	code := m.Run()
	if stopBrowser != nil {
		stopBrowser()
	}
	os.Exit(code)
}

func serve(how string) error {
	words := strings.Fields(how)
	if len(words) < 2 {
		return fmt.Errorf("%s=%q: expected an address and a folder", serveEnv, how)
	}
	address, data := words[0], words[1]
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	pages, err := fs.Sub(web.Dist, "dist")
	if err != nil {
		return err
	}
	games.UseTables(filepath.Join(data, "tables"), nil)
	s, err := server.Open(ctx, server.Options{
		Data: data, Pages: pages, Proxy: slices.Contains(words[2:], "proxy"),
		Requests: server.Rate{PerSecond: 10_000, Burst: 10_000}, Tables: server.Rate{PerSecond: 1_000, Burst: 1_000},
	})
	if err != nil {
		return err
	}
	return errors.Join(s.Serve(ctx, l, "", ""), s.Close())
}

// site is a server in a process of its own, which can be killed.
type site struct {
	t       *testing.T
	address string
	data    string
	proxy   bool   // the server believes a proxy
	front   string // the address that people go to, if it is not the server's
	cmd     *exec.Cmd
}

// newSite starts a server that lives as long as the test.
func newSite(t *testing.T) *site {
	t.Helper()
	if testing.Short() {
		t.Skip("browser tests take a while")
	}
	browser(t)
	s := &site{t: t}
	s.begin(false)
	return s
}

// begin starts the server on a free port, until the end of the test.
func (s *site) begin(proxy bool) {
	s.t.Helper()
	if testing.Short() {
		s.t.Skip("browser tests take a while")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.t.Fatal(err)
	}
	s.address, s.data, s.proxy = l.Addr().String(), s.t.TempDir(), proxy
	if err := l.Close(); err != nil {
		s.t.Fatal(err)
	}
	s.start()
	s.t.Cleanup(func() {
		_ = s.cmd.Process.Signal(syscall.SIGTERM)
		_ = s.cmd.Wait()
	})
}

func (s *site) start() {
	s.t.Helper()
	self, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	s.cmd = exec.Command(self)
	how := s.address + " " + s.data
	if s.proxy {
		how += " proxy"
	}
	s.cmd.Env = append(os.Environ(), serveEnv+"="+how)
	s.cmd.Stderr = os.Stderr
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		r, err := http.Get("http://" + s.address + "/healthz")
		if err == nil {
			_ = r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("the server is not ready: %v", err)
		}
	}
}

// kill ends the server as a power cut would.
func (s *site) kill() {
	s.t.Helper()
	if err := s.cmd.Process.Kill(); err != nil {
		s.t.Fatal(err)
	}
	_ = s.cmd.Wait()
}

// end stops the server as the system does.
func (s *site) end() {
	s.t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		s.t.Errorf("the server ended badly: %v", err)
	}
}

func (s *site) url(path string) string {
	if s.front != "" {
		return s.front + path
	}
	return "http://" + s.address + path
}

var (
	browserOnce sync.Once
	browserCtx  context.Context
	stopBrowser func()
	browserErr  error
)

// browser starts one Chromium for all tests, or skips the test.
func browser(t *testing.T) context.Context {
	t.Helper()
	browserOnce.Do(func() {
		var path string
		for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
			if found, err := exec.LookPath(name); err == nil {
				path = found
				break
			}
		}
		if path == "" {
			browserErr = errors.New("no chromium found")
			return
		}
		home, err := os.MkdirTemp("", "kibaho-browser")
		if err != nil {
			browserErr = err
			return
		}
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(path), chromedp.UserDataDir(home), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.Headless,
			chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
			chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		)
		allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, stop := chromedp.NewContext(allocator)
		stopBrowser = func() {
			stop()
			stopAllocator()
			_ = os.RemoveAll(home)
		}
		browserCtx, browserErr = ctx, chromedp.Do(ctx, chromedp.Navigate("about:blank"))
	})
	if browserErr != nil {
		t.Skipf("no browser: %v", browserErr)
	}
	return browserCtx
}

// person is somebody with a browser of his own: cookies and storage are his.
type person struct {
	t     *testing.T
	name  string
	site  *site
	ctx   context.Context
	touch bool

	mu     sync.Mutex
	faults []string
}

type screen struct{ width, height int64 }

var (
	desktop = screen{1280, 800}
	phone   = screen{360, 740}
)

// patience is how long a page may take to come to what is expected of it.
const patience = 60 * time.Second

// newPerson opens a window. Moves are shown at once, and nothing sounds.
func newPerson(t *testing.T, s *site, name string, size screen) *person {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser(t), chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	p := &person{t: t, name: name, site: s, ctx: ctx, touch: size == phone}
	p.do(chromedp.Navigate("about:blank"))
	err := chromedp.Listen(ctx, func(ev any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch e := ev.(type) {
		case *runtime.EventExceptionThrown:
			b, _ := json.Marshal(e.ExceptionDetails)
			p.faults = append(p.faults, string(b))
		case *cdplog.EventEntryAdded:
			// What the policy of the pages forbids, or is deprecated.
			if e.Entry.Source == "security" || e.Entry.Source == "violation" {
				p.faults = append(p.faults, e.Entry.Text)
			}
		case *runtime.EventConsoleAPICalled:
			if e.Type == "error" {
				b, _ := json.Marshal(e.Args)
				p.faults = append(p.faults, string(b))
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	view := []chromedp.EmulateViewportOption{}
	if p.touch {
		view = append(view, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	p.do(chromedp.EmulateViewport(size.width, size.height, view...))
	p.open("/missing")
	p.js(`localStorage.setItem("kibaho", JSON.stringify({speed: "off", sounds: false, name: ` + quote(name) + `})) ?? true`)
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, f := range p.faults {
			t.Errorf("%s: the page failed: %s", name, f)
		}
	})
	return p
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// do runs steps within the patience.
func (p *person) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx := p.ctx
	if p.ctx == nil {
		p.t.Fatal("no window")
	}
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("%s: %v", p.name, err)
	}
}

func (p *person) open(path string) {
	p.t.Helper()
	p.do(chromedp.Navigate(p.site.url(path)))
}

// js evaluates an expression; a promise is awaited.
func (p *person) js(expression string) any {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[any](expression, chromedp.EvalAwaitPromise, chromedp.EvalAsValue))
	if err != nil {
		p.t.Fatalf("%s: %s: %v", p.name, expression, err)
	}
	return v
}

// text evaluates an expression that gives a string.
func (p *person) text(expression string) string {
	p.t.Helper()
	return fmt.Sprint(p.js(expression))
}

// until waits for an expression to be true.
func (p *person) until(expression string) {
	p.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(25 * time.Millisecond) {
		v, err := chromedp.Run(p.ctx, chromedp.Evaluate[any]("Boolean("+expression+")", chromedp.EvalAsValue))
		if err == nil && v == true {
			return
		}
		if time.Now().After(deadline) {
			p.picture("failed")
			p.t.Fatalf("%s waited in vain for %s (%v); the page says: %.600s", p.name, expression, err, p.text("document.querySelector('main')?.innerText ?? ''"))
		}
	}
}

// point clicks, or taps, on what a selector finds.
func (p *person) point(selector string) {
	p.t.Helper()
	p.until("document.querySelector(" + quote(selector) + ")")
	at, ok := p.js(`(() => {
		const e = document.querySelector(` + quote(selector) + `);
		e.scrollIntoView({block: "center", inline: "nearest"});
		const b = e.getBoundingClientRect();
		return [b.x + b.width / 2, b.y + b.height / 2];
	})()`).([]any)
	if !ok || len(at) != 2 {
		p.t.Fatalf("%s: nothing at %s", p.name, selector)
	}
	x, y := at[0].(float64), at[1].(float64)
	if p.touch {
		p.do(chromedp.TapXY(x, y))
	} else {
		p.do(chromedp.MouseClickXY(x, y))
	}
}

// button presses the visible button with a name.
func (p *person) button(name string) {
	p.t.Helper()
	find := `[...document.querySelectorAll("button")].find((b) => b.offsetParent !== null && b.innerText.trim().startsWith(` + quote(name) + `))`
	p.until(find + " && !" + find + ".disabled")
	p.js(find + ".setAttribute('data-test', 'now') ?? true")
	p.point(`[data-test="now"]`)
	p.js(`document.querySelector('[data-test="now"]')?.removeAttribute('data-test') ?? true`)
}

// place returns where the middle of what a selector finds is on the screen.
func (p *person) place(selector string) (x, y float64) {
	p.t.Helper()
	at, ok := p.js(`(() => {
		const b = document.querySelector(` + quote(selector) + `).getBoundingClientRect();
		return [b.x + b.width / 2, b.y + b.height / 2];
	})()`).([]any)
	if !ok || len(at) != 2 {
		p.t.Fatalf("%s: nothing at %s", p.name, selector)
	}
	return at[0].(float64), at[1].(float64)
}

// drag moves the mouse from one place to another with a button pressed.
func (p *person) drag(from, to string, button input.MouseButton) {
	p.t.Helper()
	x, y := p.place(from)
	u, v := p.place(to)
	held := map[input.MouseButton]int64{input.MouseButtonLeft: 1, input.MouseButtonRight: 2}[button]
	send := func(kind input.DispatchMouseEventType, x, y float64, buttons int64) {
		p.t.Helper()
		_, err := chromedp.Call(p.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: button, Buttons: buttons, ClickCount: 1})
		if err != nil {
			p.t.Fatal(err)
		}
	}
	send(input.DispatchMouseEventTypeMousePressed, x, y, held)
	for i := range 4 {
		part := float64(i+1) / 4
		send(input.DispatchMouseEventTypeMouseMoved, x+(u-x)*part, y+(v-y)*part, held)
	}
	send(input.DispatchMouseEventTypeMouseReleased, u, v, 0)
}

// at returns the selector of a site of the board, by its name.
func (p *person) at(name string) string {
	p.t.Helper()
	n := p.text(`document.querySelector("kb-board").board.names.indexOf(` + quote(name) + `)`)
	if n == "-1" {
		p.t.Fatalf("the board has no %s", name)
	}
	return `kb-board [data-site="` + n + `"]`
}

// like sets a preference as the settings keep it; it holds from the next page on.
func (p *person) like(preferences string) {
	p.t.Helper()
	p.js(`localStorage.setItem("kibaho", JSON.stringify({...JSON.parse(localStorage.getItem("kibaho") ?? "{}"), ...` + preferences + `})) ?? true`)
}

// says waits for words on the page.
func (p *person) says(selector, words string) {
	p.t.Helper()
	p.until(`[...document.querySelectorAll(` + quote(selector) + `)].some((e) => (e.innerText || e.textContent).includes(` + quote(words) + `))`)
}

func (p *person) key(key string) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(key))
}

// dark makes the system dark.
func (p *person) dark(yes bool) {
	p.t.Helper()
	value := "light"
	if yes {
		value = "dark"
	}
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: value}},
	})
	if err != nil {
		p.t.Fatal(err)
	}
}

// pictures is where pictures of all pages go; settle is how long what moves on a
// page is given before.
var pictures = flag.String("pictures", "", "put pictures of all pages into this folder")

const settle = 1200 * time.Millisecond

// failed says where pictures of failures go; empty: nowhere.
var failed = flag.String("failed", "", "put pictures of what failed into this folder")

func (p *person) picture(name string) {
	if *failed == "" {
		return
	}
	b, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(*failed, strings.ReplaceAll(p.t.Name(), "/", "-")+"-"+p.name+"-"+name+".png"), b, 0o644)
	}
	if err != nil {
		p.t.Log(err)
	}
}
