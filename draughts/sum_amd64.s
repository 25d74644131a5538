#include "textflag.h"

// BYTES adds up the digits of the four bytes of a set: sum = d[0][byte 0] + d[1][byte 1] + …
// It changes set and R10. CX is the table: 256 rows of 32 bytes for each byte.
#define BYTES(set, sum) \
	MOVBLZX set, R10 \
	SHLQ $5, R10 \
	VMOVDQU (CX)(R10*1), sum \
	SHRL $8, set \
	MOVBLZX set, R10 \
	SHLQ $5, R10 \
	VPADDW 8192(CX)(R10*1), sum, sum \
	SHRL $8, set \
	MOVBLZX set, R10 \
	SHLQ $5, R10 \
	VPADDW 16384(CX)(R10*1), sum, sum \
	SHRL $8, set \
	SHLQ $5, set \
	VPADDW 24576(CX)(set*1), sum, sum

// WEIGH looks up the weights of the numbers in Y3, those of the lower half for and
// those of the upper half against First, and adds them up in AX. It changes Y4 to Y10.
#define WEIGH \
	VPMOVZXWD X3, Y4 \
	VEXTRACTI128 $1, Y3, X5 \
	VPMOVZXWD X5, Y5 \
	VMOVDQU (BX), Y6 \
	VPADDD Y6, Y4, Y4 \
	VPADDD Y6, Y5, Y5 \
	VPCMPEQD Y7, Y7, Y7 \
	VPCMPEQD Y8, Y8, Y8 \
	VPXOR Y9, Y9, Y9 \
	VPXOR Y10, Y10, Y10 \
	VPGATHERDD Y7, (AX)(Y4*4), Y9 \
	VPGATHERDD Y8, (AX)(Y5*4), Y10 \
	VPSUBD Y10, Y9, Y9 \
	VEXTRACTI128 $1, Y9, X10 \
	VPADDD X10, X9, X9 \
	VPSHUFD $0x4e, X9, X10 \
	VPADDD X10, X9, X9 \
	VPSHUFD $0xb1, X9, X10 \
	VPADDD X10, X9, X9 \
	VMOVD X9, AX

// func sumMen(w *int32, starts *[8]int32, d *digits, first, second uint32) int32
TEXT ·sumMen(SB), NOSPLIT, $0-36
	MOVQ w+0(FP), AX
	MOVQ starts+8(FP), BX
	MOVQ d+16(FP), CX
	MOVL first+24(FP), R8
	MOVL second+28(FP), R9
	BYTES(R8, Y0)
	BYTES(R9, Y1)
	VPBLENDD $0xf0, Y0, Y1, Y2 // the enemy's men, as each side sees them: twice
	VPADDW Y0, Y1, Y3
	VPADDW Y2, Y3, Y3
	WEIGH
	MOVL AX, ret+32(FP)
	VZEROUPPER
	RET

// func sumKings(w *int32, starts *[8]int32, d *digits, men, enemyMen, kings, enemyKings uint32) int32
TEXT ·sumKings(SB), NOSPLIT, $0-44
	MOVQ w+0(FP), AX
	MOVQ starts+8(FP), BX
	MOVQ d+16(FP), CX
	MOVL men+24(FP), R8
	MOVL enemyMen+28(FP), R9
	MOVL kings+32(FP), R11
	MOVL enemyKings+36(FP), R12
	BYTES(R8, Y0)
	BYTES(R9, Y1)
	BYTES(R11, Y2)
	BYTES(R12, Y3)
	VPADDW Y2, Y2, Y4 // kings twice
	VPADDW Y3, Y3, Y5
	VPADDW Y0, Y4, Y6 // as own pieces: men + 3 kings
	VPADDW Y2, Y6, Y6
	VPADDW Y1, Y5, Y7
	VPADDW Y3, Y7, Y7
	VPADDW Y0, Y4, Y8 // as the enemy's: 2 (men + 2 kings)
	VPADDW Y8, Y8, Y8
	VPADDW Y1, Y5, Y9
	VPADDW Y9, Y9, Y9
	VPBLENDD $0xf0, Y7, Y6, Y6
	VPBLENDD $0xf0, Y8, Y9, Y9
	VPADDW Y6, Y9, Y3
	WEIGH
	MOVL AX, ret+40(FP)
	VZEROUPPER
	RET
