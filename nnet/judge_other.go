//go:build !amd64

package nnet

const vectors = false

func judge(*int16, *[MaxSites]uint8, int, int, *[Hidden]int16, *[Hidden]int16) int32 {
	panic("no vectors")
}

func judgeRows(*int16, *[MaxSeen]uint32, int, *[Hidden]int16, *[Hidden]int16) int32 {
	panic("no vectors")
}
