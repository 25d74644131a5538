//go:build unix

package protocol

import (
	"os/exec"
	"syscall"
)

// alone puts an engine into a process group of its own, so that what it starts
// is killed with it, and keys pressed at the terminal do not reach it.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { kill(cmd); return nil }
}

// kill kills an engine and all that it has started.
func kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
