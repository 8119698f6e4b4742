; Every access to memory, and nothing else.
; RUN: print<fencepost-collect>
%pair = type { i64, [3 x i64] }
declare void @take(ptr byval(%pair))
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare <4 x double> @llvm.masked.load.v4f64.p0(ptr, i32, <4 x i1>, <4 x double>)
declare void @llvm.masked.store.v4f64.p0(<4 x double>, ptr, i32, <4 x i1>)
declare <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x double>)
declare void @llvm.masked.scatter.v4f64.v4p0(<4 x double>, <4 x ptr>, i32, <4 x i1>)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

; CHECK-LABEL: plain:
; CHECK-NEXT: load 4 %p
; CHECK-NEXT: store 8 %q
; CHECK-NEXT: load 16 %p
; CHECK-NEXT: store 10 %q
; CHECK-NEXT: end
define void @plain(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  store i64 0, ptr %q
  %v = load <4 x float>, ptr %p
  store x86_fp80 0xK00000000000000000000, ptr %q
  ret void
}

; CHECK-LABEL: atomics:
; CHECK-NEXT: atomic load 8 %p
; CHECK-NEXT: atomic store 4 %p
; CHECK-NEXT: atomic update 8 %p
; CHECK-NEXT: atomic update 8 %p
; CHECK-NEXT: end
define void @atomics(ptr %p) {
  %a = load atomic i64, ptr %p acquire, align 8
  store atomic i32 1, ptr %p release, align 4
  %b = atomicrmw add ptr %p, i64 1 seq_cst
  %c = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  fence seq_cst
  ret void
}

; CHECK-LABEL: whole_objects:
; CHECK-NEXT: load 32 of %q
; CHECK-NEXT: store 32 of %p
; CHECK-NEXT: load %n of %q
; CHECK-NEXT: store %n of %p
; CHECK-NEXT: store %n of %p
; CHECK-NEXT: load 32 %p
; CHECK-NEXT: end
define void @whole_objects(ptr %p, ptr %q, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 32, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @take(ptr byval(%pair) %p)
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
  ret void
}

; CHECK-LABEL: masked:
; CHECK-NEXT: load 4 x 8 masked %p
; CHECK-NEXT: store 4 x 8 masked %p
; CHECK-NEXT: load 4 x 8 masked %ps
; CHECK-NEXT: store 4 x 8 masked %ps
; CHECK-NEXT: end
define void @masked(ptr %p, <4 x ptr> %ps, <4 x i1> %m) {
  %a = call <4 x double> @llvm.masked.load.v4f64.p0(ptr %p, i32 8, <4 x i1> %m, <4 x double> undef)
  call void @llvm.masked.store.v4f64.p0(<4 x double> %a, ptr %p, i32 8, <4 x i1> %m)
  %b = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %ps, i32 8, <4 x i1> %m, <4 x double> undef)
  call void @llvm.masked.scatter.v4f64.v4p0(<4 x double> %b, <4 x ptr> %ps, i32 8, <4 x i1> %m)
  ret void
}

; As many elements as booleans are set, one behind the other.
; CHECK-LABEL: packed:
; CHECK-NEXT: load 8 x 8 packed %p
; CHECK-NEXT: store 8 x 8 packed %p
; CHECK-NEXT: end
declare <8 x double> @llvm.masked.expandload.v8f64(ptr, <8 x i1>, <8 x double>)
declare void @llvm.masked.compressstore.v8f64(<8 x double>, ptr, <8 x i1>)
define void @packed(ptr %p, <8 x i1> %m) {
  %a = call <8 x double> @llvm.masked.expandload.v8f64(ptr %p, <8 x i1> %m, <8 x double> undef)
  call void @llvm.masked.compressstore.v8f64(<8 x double> %a, ptr %p, <8 x i1> %m)
  ret void
}

; x86's own. Where indices are wider than elements, there are as many lanes as indices.
; CHECK-LABEL: of_x86:
; CHECK-NEXT: load 8 x 4 masked %p
; CHECK-NEXT: store 2 x 8 masked %p
; CHECK-NEXT: store 16 x 1 masked %p
; CHECK-NEXT: load 4 x 8 masked %p by %i times 8
; CHECK-NEXT: load 2 x 4 masked %p by %l times 4
; CHECK-NEXT: load 8 x 8 masked %p by %k times 8
; CHECK-NEXT: store 8 x 8 masked %p by %k times 1
; CHECK-NEXT: store 16 x 1 masked %p
; CHECK-NEXT: store 2 x 4 masked %p
; CHECK-NEXT: load 16 %p
; CHECK-NEXT: load 64 %q
; CHECK-NEXT: store 64 %p
; CHECK-NEXT: store 4 %p
; CHECK-NEXT: load 2 %p
; CHECK-NEXT: load 16 %p
; CHECK-NEXT: end
declare <8 x float> @llvm.x86.avx.maskload.ps.256(ptr, <8 x i32>)
declare void @llvm.x86.avx2.maskstore.q(ptr, <2 x i64>, <2 x i64>)
declare void @llvm.x86.sse2.maskmov.dqu(<16 x i8>, <16 x i8>, ptr)
declare <4 x double> @llvm.x86.avx2.gather.d.pd.256(<4 x double>, ptr, <4 x i32>, <4 x double>, i8)
declare <4 x float> @llvm.x86.avx2.gather.q.ps(<4 x float>, ptr, <2 x i64>, <4 x float>, i8)
declare <8 x double> @llvm.x86.avx512.mask.gather.qpd.512(<8 x double>, ptr, <8 x i64>, <8 x i1>, i32)
declare void @llvm.x86.avx512.mask.scatter.qpd.512(ptr, <8 x i1>, <8 x i64>, <8 x double>, i32)
declare void @llvm.x86.avx512.mask.pmov.db.mem.512(ptr, <16 x i32>, i16)
declare void @llvm.x86.avx512.mask.pmovus.qd.mem.128(ptr, <2 x i64>, i8)
declare <16 x i8> @llvm.x86.avx512.mask.pmov.qb.128(<2 x i64>, <16 x i8>, i8)
declare <16 x i8> @llvm.x86.sse3.ldu.dq(ptr)
declare void @llvm.x86.movdir64b(ptr, ptr)
declare void @llvm.x86.directstore32(ptr, i32)
declare <8 x float> @llvm.x86.vbcstnesh2ps256(ptr)
declare <4 x float> @llvm.x86.vcvtneoph2ps128(ptr)
declare void @llvm.x86.sse2.clflush(ptr)
define void @of_x86(ptr %p, ptr %q, <8 x i32> %m, <2 x i64> %l, <16 x i8> %n, <4 x i32> %i, <4 x double> %d,
                    <4 x float> %f, <8 x i64> %k, <8 x double> %e, <8 x i1> %b, <16 x i32> %w) {
  %1 = call <8 x float> @llvm.x86.avx.maskload.ps.256(ptr %p, <8 x i32> %m)
  call void @llvm.x86.avx2.maskstore.q(ptr %p, <2 x i64> %l, <2 x i64> %l)
  call void @llvm.x86.sse2.maskmov.dqu(<16 x i8> %n, <16 x i8> %n, ptr %p)
  %2 = call <4 x double> @llvm.x86.avx2.gather.d.pd.256(<4 x double> %d, ptr %p, <4 x i32> %i, <4 x double> %d, i8 8)
  %3 = call <4 x float> @llvm.x86.avx2.gather.q.ps(<4 x float> %f, ptr %p, <2 x i64> %l, <4 x float> %f, i8 4)
  %4 = call <8 x double> @llvm.x86.avx512.mask.gather.qpd.512(<8 x double> %e, ptr %p, <8 x i64> %k, <8 x i1> %b, i32 8)
  call void @llvm.x86.avx512.mask.scatter.qpd.512(ptr %p, <8 x i1> %b, <8 x i64> %k, <8 x double> %e, i32 1)
  call void @llvm.x86.avx512.mask.pmov.db.mem.512(ptr %p, <16 x i32> %w, i16 5)
  call void @llvm.x86.avx512.mask.pmovus.qd.mem.128(ptr %p, <2 x i64> %l, i8 3)
  %5 = call <16 x i8> @llvm.x86.avx512.mask.pmov.qb.128(<2 x i64> %l, <16 x i8> %n, i8 1)
  %6 = call <16 x i8> @llvm.x86.sse3.ldu.dq(ptr %p)
  call void @llvm.x86.movdir64b(ptr %p, ptr %q)
  call void @llvm.x86.directstore32(ptr %p, i32 1)
  %7 = call <8 x float> @llvm.x86.vbcstnesh2ps256(ptr %p)
  %8 = call <4 x float> @llvm.x86.vcvtneoph2ps128(ptr %p)
  call void @llvm.x86.sse2.clflush(ptr %p)
  ret void
}

; Memory operands; what is both input and output once if it is locked.
; CHECK-LABEL: assembly:
; CHECK-NEXT: store 4 %p
; CHECK-NEXT: load 8 %p
; CHECK-NEXT: store 4 %p
; CHECK-NEXT: load 4 %p
; CHECK-NEXT: load 32 %p
; CHECK-NEXT: atomic update 4 %p
; CHECK-NEXT: atomic update 4 %p
; CHECK-NEXT: atomic update 8 %q
; CHECK-NEXT: load 1 %p
; CHECK-NEXT: end
define void @assembly(ptr %p, ptr %q, i32 %i) {
  call void asm "movl $1, $0", "=*m,r"(ptr elementtype(i32) %p, i32 4)
  %1 = call i64 asm "movq ${1:q}, $0", "=r,*m"(ptr elementtype(i64) %p)
  call void asm "incl $0", "=*m,*m"(ptr elementtype(i32) %p, ptr elementtype(i32) %p)
  %2 = call i32 asm "movl ($1), $0", "=r,r,*m"(ptr %p, ptr elementtype([32 x i8]) %p)
  %3 = call i32 asm sideeffect "lock; xaddl $0, $1", "=r,=*m,0,*m,~{memory}"(ptr elementtype(i32) %p, i32 1, ptr elementtype(i32) %p)
  call void asm sideeffect "1:\09lock\0A\09incl $0", "*m,~{memory}"(ptr elementtype(i32) %p)
  %4 = call i64 asm sideeffect "xchgq $0, $1", "=r,=*m,0,*m"(ptr elementtype(i64) %q, i64 1, ptr elementtype(i64) %q)
  %5 = call i64 asm "movl $1, $0", "=r,*m"(ptr elementtype([100 x i64]) %p)
  ret void
}

; Nothing is accessed by no code, nor by what takes but the address.
; CHECK-LABEL: assembly_for_the_optimizer:
; CHECK-NEXT: end
define void @assembly_for_the_optimizer(ptr %p) {
  call void asm sideeffect "", "=*m,*m,~{memory}"(ptr elementtype(i32) %p, ptr elementtype(i32) %p)
  call void asm sideeffect "# nothing", "*m"(ptr elementtype(i32) %p)
  call void asm sideeffect "prefetcht0 $0", "*m"(ptr elementtype(i32) %p)
  %1 = call i64 asm "leaq $1, $0; nop", "=r,*m"(ptr elementtype(i64) %p)
  ret void
}

; Thread pointers and what another instrumentation put there.
; CHECK-LABEL: not_of_the_program:
; CHECK-NEXT: end
define void @not_of_the_program(ptr %p) {
  %a = load i64, ptr addrspace(257) null
  %b = load i64, ptr %p, !nosanitize !0
  ret void
}
!0 = !{}
