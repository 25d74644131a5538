package server

import "syscall"

// lower gives the calling thread a lower priority, as nice does.
func lower(priority int) {
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, priority) // without it engines are only less polite
}
