package storetest

import (
	"os"
	"os/exec"
	"slices"
	"testing"
)

// A process that was begun is found among the children and is not at its end until it is killed.
func TestChildren(t *testing.T) {
	cmd := exec.Command("sleep", "60")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid := cmd.Process.Pid
	if all := children(os.Getpid()); !slices.Contains(all, pid) || ended(pid) {
		t.Errorf("children %v, want %d among them; ended: %v", all, pid, ended(pid))
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if slices.Contains(children(os.Getpid()), pid) || !ended(pid) {
		t.Errorf("%d was killed and is still there", pid)
	}
}
