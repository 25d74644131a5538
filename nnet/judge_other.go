//go:build !amd64

package nnet

const vectors = false

func judge(*lanes, *[MaxSites]uint8, int, int, *[Hidden]int16, *[Hidden]int16) int32 {
	panic("no vectors")
}

func judgeRows(*lanes, *[MaxSeen]uint32, int, *[Hidden]int16, *[Hidden]int16) int32 {
	panic("no vectors")
}
