package storetest

import (
	"bytes"
	"database/sql"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	_ "github.com/lib/pq" // the driver
)

// Postgres is a server in a process of its own.
type Postgres struct {
	bin, dir string
	port     int
	who      *syscall.Credential // nil: as this process
	cmd      *exec.Cmd
	done     chan struct{}
	mu       sync.Mutex
}

var (
	one     sync.Mutex
	common  *Postgres // for all tests of this process
	without error     // why there is none
)

// URL returns the address of a schema that no other test has. It skips the test
// where there is no PostgreSQL.
func URL(t testing.TB) string {
	t.Helper()
	where := os.Getenv(Variable)
	if where == "" {
		where = shared(t).URL()
	}
	return Fresh(t, where)
}

func shared(t testing.TB) *Postgres {
	t.Helper()
	one.Lock()
	defer one.Unlock()
	if common == nil && without == nil {
		common, without = start("fsync=off", "full_page_writes=off")
	}
	if without != nil {
		t.Skip(without)
	}
	return common
}

// End stops the server that tests have shared; TestMain calls it last.
func End() {
	one.Lock()
	defer one.Unlock()
	if common != nil {
		common.end()
		common = nil
	}
}

// Start starts a server for one test, which may kill it. Settings are given as
// NAME=VALUE.
func Start(t testing.TB, settings ...string) *Postgres {
	t.Helper()
	p, err := start(settings...)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(p.end)
	return p
}

// binaries returns the newest folder of PostgreSQL's programs.
func binaries() (string, error) {
	list, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if at, err := exec.LookPath("postgres"); err == nil {
		list = append(list, at)
	}
	if len(list) == 0 {
		return "", fmt.Errorf("there is no PostgreSQL here: neither %s is set nor is there /usr/lib/postgresql/*/bin", Variable)
	}
	slices.Sort(list)
	return filepath.Dir(list[len(list)-1]), nil
}

func start(settings ...string) (p *Postgres, err error) {
	p = &Postgres{}
	if p.bin, err = binaries(); err != nil {
		return nil, err
	}
	if p.dir, err = os.MkdirTemp("", "kibaho-postgres-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			p.end()
		}
	}()
	// PostgreSQL refuses to run as root.
	if os.Getuid() == 0 {
		for _, name := range []string{"postgres", "nobody"} {
			u, err := user.Lookup(name)
			if err != nil {
				continue
			}
			uid, _ := strconv.Atoi(u.Uid)
			gid, _ := strconv.Atoi(u.Gid)
			p.who = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
			if err := os.Chown(p.dir, uid, gid); err != nil {
				return nil, err
			}
			break
		}
	}
	data := filepath.Join(p.dir, "data")
	made := p.command("initdb", "--pgdata="+data, "--auth=trust", "--username=kibaho", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8")
	if out, err := made.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p.port = l.Addr().(*net.TCPAddr).Port
	if err := l.Close(); err != nil {
		return nil, err
	}
	lines := fmt.Sprintf("port=%d\nlisten_addresses='127.0.0.1'\nunix_socket_directories='%s'\nmax_connections=200\nshared_buffers=32MB\n", p.port, p.dir)
	for _, s := range settings {
		lines += s + "\n"
	}
	conf, err := os.OpenFile(filepath.Join(data, "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	_, err = conf.WriteString(lines)
	if err := conf.Close(); err != nil {
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	return p, p.Begin()
}

func (p *Postgres) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(p.bin, name), args...)
	cmd.Dir = p.dir
	// It ends with this process, however that ends.
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: p.who, Pdeathsig: syscall.SIGQUIT}
	return cmd
}

// Begin starts the server again after Kill and waits until it answers. While a
// process of the one that was killed still lives, PostgreSQL refuses to start; it is
// then started again, as its service does.
func (p *Postgres) Begin() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.launch(); err != nil {
		return err
	}
	db, err := sql.Open("postgres", p.URL())
	if err != nil {
		return err
	}
	defer db.Close()
	for range 600 {
		if err = db.Ping(); err == nil {
			return nil
		}
		select {
		case <-p.done:
			if err := p.launch(); err != nil {
				return err
			}
		default:
		}
		time.Sleep(50 * time.Millisecond)
	}
	text, _ := os.ReadFile(filepath.Join(p.dir, "log"))
	return fmt.Errorf("PostgreSQL does not answer: %w\n%s", err, text)
}

// launch starts a process of the server.
func (p *Postgres) launch() error {
	log, err := os.OpenFile(filepath.Join(p.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	p.cmd = p.command("postgres", "-D", filepath.Join(p.dir, "data"))
	p.cmd.Stdout, p.cmd.Stderr = log, log
	p.done = make(chan struct{})
	began := make(chan error, 1)
	go func(cmd *exec.Cmd, done chan struct{}) {
		// The signal at the end is tied to the thread that starts the process.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		began <- err
		if err == nil {
			_ = cmd.Wait()
		}
		close(done)
	}(p.cmd, p.done)
	return <-began
}

// Kill ends the server and all its processes at once, as a crash would.
func (p *Postgres) Kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil || p.cmd.Process == nil {
		return
	}
	// Its children would notice that it is gone, but one that is asked something in that
	// moment may still answer. Stopped, it begins no new ones while they are looked for.
	_ = p.cmd.Process.Signal(syscall.SIGSTOP)
	all := children(p.cmd.Process.Pid)
	_ = p.cmd.Process.Signal(syscall.SIGKILL)
	for _, pid := range all {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	<-p.done
	p.cmd = nil
	for _, pid := range all { // they are init's now, which may take its time
		for range 100 {
			if ended(pid) {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// status returns the state of a process and its parent; 0 if there is none.
func status(pid string) (state byte, parent int) {
	b, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
	if err != nil {
		return 0, 0
	}
	// The name, in brackets, may hold anything.
	_, rest, _ := strings.Cut(string(b[bytes.LastIndexByte(b, ')')+1:]), " ")
	if _, err := fmt.Sscanf(rest, "%c %d", &state, &parent); err != nil {
		return 0, 0
	}
	return state, parent
}

// children returns the processes that a process has begun and that are there.
func children(of int) (all []int) {
	names, _ := filepath.Glob("/proc/[0-9]*")
	for _, name := range names {
		if _, parent := status(filepath.Base(name)); parent == of {
			if pid, err := strconv.Atoi(filepath.Base(name)); err == nil {
				all = append(all, pid)
			}
		}
	}
	return all
}

// ended reports that a process is gone, or waits for nothing but its parent.
func ended(pid int) bool {
	state, _ := status(strconv.Itoa(pid))
	return state == 0 || state == 'Z'
}

// Restart stops the server as its service does, sessions cut, and starts it.
func (p *Postgres) Restart() error {
	p.mu.Lock()
	if p.cmd != nil {
		_ = p.cmd.Process.Signal(syscall.SIGINT) // a fast shutdown
		<-p.done
		p.cmd = nil
	}
	p.mu.Unlock()
	return p.Begin()
}

func (p *Postgres) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd != nil && p.cmd.Process != nil {
		_ = p.cmd.Process.Signal(syscall.SIGQUIT) // an immediate shutdown
		<-p.done
		p.cmd = nil
	}
	_ = os.RemoveAll(p.dir)
}

// Port returns the port on 127.0.0.1.
func (p *Postgres) Port() int { return p.port }

// URL returns the address of the server.
func (p *Postgres) URL() string {
	return fmt.Sprintf("postgres://kibaho@127.0.0.1:%d/postgres?sslmode=disable", p.port)
}
