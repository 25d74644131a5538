//go:build !unix

package store

import "os"

func lock(*os.File) error { return nil }
