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

; Thread pointers and what another instrumentation put there.
; CHECK-LABEL: not_of_the_program:
; CHECK-NEXT: end
define void @not_of_the_program(ptr %p) {
  %a = load i64, ptr addrspace(257) null
  %b = load i64, ptr %p, !nosanitize !0
  ret void
}
!0 = !{}
