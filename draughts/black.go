package draughts

import "math/bits"

// perftBlack counts the turns to a depth with Black to move: own and enemy are
// the pieces of the two sides, kings which of them are kings. At the last ply
// steps are counted by their squares, without a list.
func perftBlack(own, enemy, kings uint32, depth int) uint64 {
	vacant, crowned := ^(own | enemy), own&kings
	can := own&jumpNE&rl(enemy, sw)&rl(vacant, sw2) | own&jumpNW&rl(enemy, se)&rl(vacant, se2)
	if crowned != 0 {
		can |= crowned&jumpSW&rl(enemy, ne)&rl(vacant, ne2) | crowned&jumpSE&rl(enemy, nw)&rl(vacant, nw2)
	}
	var n uint64
	if can != 0 { // DR3
		for men := can &^ kings; men != 0; men &= men - 1 {
			at := men & -men
			n += manJumpsBlack(at, own^at, enemy, vacant, kings, 0, depth)
		}
		for crowned := can & kings; crowned != 0; crowned &= crowned - 1 {
			at := crowned & -crowned
			n += kingJumpsBlack(at, own^at, enemy, vacant|at, kings^at, 0, depth)
		}
		return n
	}
	toNE, toNW := rl(own&stepNE, ne)&vacant, rl(own&stepNW, nw)&vacant
	if depth == 1 {
		c := bits.OnesCount32(toNE) + bits.OnesCount32(toNW)
		if crowned != 0 {
			c += bits.OnesCount32(rl(crowned&stepSW, sw)&vacant) + bits.OnesCount32(rl(crowned&stepSE, se)&vacant)
		}
		return uint64(c)
	}
	for ; toNE != 0; toNE &= toNE - 1 {
		to := toNE & -toNE
		from := rl(to, sw)
		next := kings | to&crownBlack
		if from&kings != 0 {
			next = kings ^ from ^ to
		}
		n += perftWhite(enemy, own^from^to, next, depth-1)
	}
	for ; toNW != 0; toNW &= toNW - 1 {
		to := toNW & -toNW
		from := rl(to, se)
		next := kings | to&crownBlack
		if from&kings != 0 {
			next = kings ^ from ^ to
		}
		n += perftWhite(enemy, own^from^to, next, depth-1)
	}
	if crowned == 0 {
		return n
	}
	for to := rl(crowned&stepSW, sw) & vacant; to != 0; to &= to - 1 {
		both := to&-to | rl(to&-to, ne)
		n += perftWhite(enemy, own^both, kings^both, depth-1)
	}
	for to := rl(crowned&stepSE, se) & vacant; to != 0; to &= to - 1 {
		both := to&-to | rl(to&-to, nw)
		n += perftWhite(enemy, own^both, kings^both, depth-1)
	}
	return n
}

// manJumpsBlack goes on with the jump of a man that stands at and has been taken
// from own; taken is what it has jumped. A man does not come back to where it
// started, so that square may stay as it is.
func manJumpsBlack(at, own, enemy, vacant, kings, taken uint32, depth int) uint64 {
	var n uint64
	goesOn := false
	if at&jumpNE&rl(enemy, sw)&rl(vacant, sw2) != 0 {
		goesOn = true
		n += manJumpsBlack(rl(at, ne2), own, enemy&^rl(at, ne), vacant, kings, taken|rl(at, ne), depth)
	}
	if at&jumpNW&rl(enemy, se)&rl(vacant, se2) != 0 {
		goesOn = true
		n += manJumpsBlack(rl(at, nw2), own, enemy&^rl(at, nw), vacant, kings, taken|rl(at, nw), depth)
	}
	if goesOn {
		return n
	}
	if depth == 1 {
		return 1
	}
	return perftWhite(enemy, own|at, kings&^taken|at&crownBlack, depth-1)
}

// kingJumpsBlack does the same for a king; its start is vacant (DR2), and kings
// does not hold it.
func kingJumpsBlack(at, own, enemy, vacant, kings, taken uint32, depth int) uint64 {
	var n uint64
	goesOn := false
	if at&jumpNE&rl(enemy, sw)&rl(vacant, sw2) != 0 {
		goesOn = true
		n += kingJumpsBlack(rl(at, ne2), own, enemy&^rl(at, ne), vacant, kings, taken|rl(at, ne), depth)
	}
	if at&jumpNW&rl(enemy, se)&rl(vacant, se2) != 0 {
		goesOn = true
		n += kingJumpsBlack(rl(at, nw2), own, enemy&^rl(at, nw), vacant, kings, taken|rl(at, nw), depth)
	}
	if at&jumpSW&rl(enemy, ne)&rl(vacant, ne2) != 0 {
		goesOn = true
		n += kingJumpsBlack(rl(at, sw2), own, enemy&^rl(at, sw), vacant, kings, taken|rl(at, sw), depth)
	}
	if at&jumpSE&rl(enemy, nw)&rl(vacant, nw2) != 0 {
		goesOn = true
		n += kingJumpsBlack(rl(at, se2), own, enemy&^rl(at, se), vacant, kings, taken|rl(at, se), depth)
	}
	if goesOn {
		return n
	}
	if depth == 1 {
		return 1
	}
	return perftWhite(enemy, own|at, kings&^taken|at, depth-1)
}
