#include "go_asm.h"
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

// MEN and KINGS look up the weights of the numbers in Y3, those of the lower half for and
// those of the upper half against First, and add them up in DX: one by one, which takes
// fewer steps within the processor than to gather them. They change BX, R8 to R12 and Y5.
#define MEN \
	VMOVQ X3, R8 \
	VPEXTRQ $1, X3, R9 \
	VEXTRACTI128 $1, Y3, X5 \
	VMOVQ X5, R10 \
	VPEXTRQ $1, X5, R11 \
	XORL DX, DX \
	XORL BX, BX \
	MOVWLZX R8, R12 \
	ADDL (4*(const_atMen+0*const_ten))(AX)(R12*4), DX \
	SHRQ $16, R8 \
	MOVWLZX R10, R12 \
	SUBL (4*(const_atMen+0*const_ten))(AX)(R12*4), DX \
	SHRQ $16, R10 \
	MOVWLZX R9, R12 \
	ADDL (4*(const_atMen+4*const_ten))(AX)(R12*4), BX \
	SHRQ $16, R9 \
	MOVWLZX R11, R12 \
	SUBL (4*(const_atMen+4*const_ten))(AX)(R12*4), BX \
	SHRQ $16, R11 \
	MOVWLZX R8, R12 \
	ADDL (4*(const_atMen+1*const_ten))(AX)(R12*4), DX \
	SHRQ $16, R8 \
	MOVWLZX R10, R12 \
	SUBL (4*(const_atMen+1*const_ten))(AX)(R12*4), DX \
	SHRQ $16, R10 \
	MOVWLZX R9, R12 \
	ADDL (4*(const_atMen+5*const_ten))(AX)(R12*4), BX \
	SHRQ $16, R9 \
	MOVWLZX R11, R12 \
	SUBL (4*(const_atMen+5*const_ten))(AX)(R12*4), BX \
	SHRQ $16, R11 \
	MOVWLZX R8, R12 \
	ADDL (4*(const_atMen+2*const_ten))(AX)(R12*4), DX \
	SHRQ $16, R8 \
	MOVWLZX R10, R12 \
	SUBL (4*(const_atMen+2*const_ten))(AX)(R12*4), DX \
	SHRQ $16, R10 \
	MOVWLZX R9, R12 \
	ADDL (4*(const_atMen+5*const_ten+1*const_nine))(AX)(R12*4), BX \
	MOVWLZX R11, R12 \
	SUBL (4*(const_atMen+5*const_ten+1*const_nine))(AX)(R12*4), BX \
	ADDL (4*(const_atMen+3*const_ten))(AX)(R8*4), DX \
	SUBL (4*(const_atMen+3*const_ten))(AX)(R10*4), DX \
	ADDL BX, DX

#define KINGS \
	VMOVQ X3, R8 \
	VPEXTRQ $1, X3, R9 \
	VEXTRACTI128 $1, Y3, X5 \
	VMOVQ X5, R10 \
	VPEXTRQ $1, X5, R11 \
	XORL DX, DX \
	XORL BX, BX \
	MOVWLZX R8, R12 \
	ADDL (4*(const_atKings+0*const_six))(AX)(R12*4), DX \
	SHRQ $16, R8 \
	MOVWLZX R10, R12 \
	SUBL (4*(const_atKings+0*const_six))(AX)(R12*4), DX \
	SHRQ $16, R10 \
	MOVWLZX R9, R12 \
	ADDL (4*(const_atKings+4*const_six))(AX)(R12*4), BX \
	SHRQ $16, R9 \
	MOVWLZX R11, R12 \
	SUBL (4*(const_atKings+4*const_six))(AX)(R12*4), BX \
	SHRQ $16, R11 \
	MOVWLZX R8, R12 \
	ADDL (4*(const_atKings+1*const_six))(AX)(R12*4), DX \
	SHRQ $16, R8 \
	MOVWLZX R10, R12 \
	SUBL (4*(const_atKings+1*const_six))(AX)(R12*4), DX \
	SHRQ $16, R10 \
	MOVWLZX R9, R12 \
	ADDL (4*(const_atKings+5*const_six))(AX)(R12*4), BX \
	SHRQ $16, R9 \
	MOVWLZX R11, R12 \
	SUBL (4*(const_atKings+5*const_six))(AX)(R12*4), BX \
	SHRQ $16, R11 \
	MOVWLZX R8, R12 \
	ADDL (4*(const_atKings+2*const_six))(AX)(R12*4), DX \
	SHRQ $16, R8 \
	MOVWLZX R10, R12 \
	SUBL (4*(const_atKings+2*const_six))(AX)(R12*4), DX \
	SHRQ $16, R10 \
	MOVWLZX R9, R12 \
	ADDL (4*(const_atKings+6*const_six))(AX)(R12*4), BX \
	SHRQ $16, R9 \
	MOVWLZX R11, R12 \
	SUBL (4*(const_atKings+6*const_six))(AX)(R12*4), BX \
	SHRQ $16, R11 \
	ADDL (4*(const_atKings+3*const_six))(AX)(R8*4), DX \
	SUBL (4*(const_atKings+3*const_six))(AX)(R10*4), DX \
	ADDL (4*(const_atKings+7*const_six))(AX)(R9*4), BX \
	SUBL (4*(const_atKings+7*const_six))(AX)(R11*4), BX \
	ADDL BX, DX

// func sumMen(w *int32, d *digits, first, second uint32) int32
TEXT ·sumMen(SB), NOSPLIT, $0-28
	MOVQ w+0(FP), AX
	MOVQ d+8(FP), CX
	MOVL first+16(FP), R8
	MOVL second+20(FP), R9
	BYTES(R8, Y0)
	BYTES(R9, Y1)
	VPBLENDD $0xf0, Y0, Y1, Y2 // the enemy's men, as each side sees them: twice
	VPADDW Y0, Y1, Y3
	VPADDW Y2, Y3, Y3
	MEN
	MOVL DX, ret+24(FP)
	VZEROUPPER
	RET

// func sumKings(w *int32, d *digits, men, enemyMen, kings, enemyKings uint32) int32
TEXT ·sumKings(SB), NOSPLIT, $0-36
	MOVQ w+0(FP), AX
	MOVQ d+8(FP), CX
	MOVL men+16(FP), R8
	MOVL enemyMen+20(FP), R9
	MOVL kings+24(FP), R11
	MOVL enemyKings+28(FP), R12
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
	KINGS
	MOVL DX, ret+32(FP)
	VZEROUPPER
	RET
