//go:build !amd64

package draughts

const vectors = false

func sumMen(*int32, *digits, uint32, uint32) int32 { panic("no vectors") }

func sumKings(*int32, *digits, uint32, uint32, uint32, uint32) int32 { panic("no vectors") }
