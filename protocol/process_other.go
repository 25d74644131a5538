//go:build !unix

package protocol

import "os/exec"

// alone does nothing here: an engine is killed by itself.
func alone(*exec.Cmd) {}

func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
