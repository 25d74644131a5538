package draughts

import "golang.org/x/sys/cpu"

// vectors tells that the functions below may be called: the processor knows AVX2.
var vectors = cpu.X86.HasAVX2

// sumMen adds up, for First, the weights of the seven small patterns of men on both sides.
//
//go:noescape
func sumMen(w *int32, d *digits, first, second uint32) int32

// sumKings does the same for the patterns of men and kings.
//
//go:noescape
func sumKings(w *int32, d *digits, men, enemyMen, kings, enemyKings uint32) int32
