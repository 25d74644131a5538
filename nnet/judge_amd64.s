#include "textflag.h"

// WEIGH cuts the sums in Y0 and Y1 to 0 … 255, and leaves in AX the sum of their squares, weighed by R9.
// x·w fits 16 bits; times x, two at a time, 32.
#define WEIGH \
	VPXOR Y2, Y2, Y2 \
	VPCMPEQW Y3, Y3, Y3 \
	VPSRLW $8, Y3, Y3 \
	VPMAXSW Y2, Y0, Y0 \
	VPMAXSW Y2, Y1, Y1 \
	VPMINSW Y3, Y0, Y0 \
	VPMINSW Y3, Y1, Y1 \
	VPMULLW (R9), Y0, Y4 \
	VPMULLW 32(R9), Y1, Y5 \
	VPMADDWD Y0, Y4, Y4 \
	VPMADDWD Y1, Y5, Y5 \
	VPADDD Y5, Y4, Y4 \
	VEXTRACTI128 $1, Y4, X5 \
	VPADDD X5, X4, X4 \
	VPSHUFD $0x4e, X4, X5 \
	VPADDD X5, X4, X4 \
	VPSHUFD $0xb1, X4, X5 \
	VPADDD X5, X4, X4 \
	VMOVD X4, AX

// func judge(rows *lanes, sites *[MaxSites]uint8, n, classes int, lead, out *[Hidden]int16) int32
TEXT ·judge(SB), NOSPLIT, $0-52
	MOVQ rows+0(FP), DI
	MOVQ sites+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ classes+24(FP), DX
	MOVQ lead+32(FP), R8
	MOVQ out+40(FP), R9
	SHLQ $6, DX // bytes of a site: a row has 64
	VMOVDQU (R8), Y0
	VMOVDQU 32(R8), Y1

rows:
	MOVBLZX (SI), AX
	SHLQ $6, AX
	VPADDW (DI)(AX*1), Y0, Y0
	VPADDW 32(DI)(AX*1), Y1, Y1
	ADDQ DX, DI
	INCQ SI
	DECQ CX
	JNZ  rows

	WEIGH
	MOVL AX, ret+48(FP)
	VZEROUPPER
	RET

// func judgeRows(rows *lanes, seen *[MaxSeen]uint32, count int, lead, out *[Hidden]int16) int32
TEXT ·judgeRows(SB), NOSPLIT, $0-44
	MOVQ rows+0(FP), DI
	MOVQ seen+8(FP), SI
	MOVQ count+16(FP), CX
	MOVQ lead+24(FP), R8
	MOVQ out+32(FP), R9
	VMOVDQU (R8), Y0
	VMOVDQU 32(R8), Y1
	TESTQ CX, CX
	JZ   seen

row:
	MOVL (SI), AX
	SHLQ $6, AX
	VPADDW (DI)(AX*1), Y0, Y0
	VPADDW 32(DI)(AX*1), Y1, Y1
	ADDQ $4, SI
	DECQ CX
	JNZ  row

seen:
	WEIGH
	MOVL AX, ret+40(FP)
	VZEROUPPER
	RET
