; What cannot be of interest is left out; in doubt it stays.
; RUN: print<fencepost-filter>
@table = internal unnamed_addr constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@counter = internal global i64 0
@shared = internal global [100 x i64] zeroinitializer
declare void @MPI_Put(ptr)
declare void @unknown()
declare void @reads_only(ptr nocapture)
declare double @sin(double)
declare noalias ptr @malloc(i64)

; An array of this function's own.
; CHECK-LABEL: own_array:
; CHECK-NEXT: store 8 %p
; CHECK-NEXT: end
define void @own_array(ptr %p, i64 %i) {
  %a = alloca [10 x i64]
  %e = getelementptr [10 x i64], ptr %a, i64 0, i64 %i
  store i64 1, ptr %e
  %x = load i64, ptr %e
  store i64 %x, ptr %p
  ret void
}

; The same handed to MPI: each element counts. (clang's ThreadSanitizer leaves the elements out.)
; CHECK-LABEL: array_for_mpi:
; CHECK-NEXT: store 8 %e
; CHECK-NEXT: load 8 %e
; CHECK-NEXT: end
define i64 @array_for_mpi(i64 %i) {
  %a = alloca [10 x i64]
  %e = getelementptr [10 x i64], ptr %a, i64 0, i64 %i
  store i64 1, ptr %e
  call void @MPI_Put(ptr %a)
  %x = load i64, ptr %e
  ret i64 %x
}

; Kept by nobody who gets it, though it is read there.
; CHECK-LABEL: lent:
; CHECK-NEXT: end
define void @lent() {
  %a = alloca i64
  store i64 1, ptr %a
  call void @reads_only(ptr nocapture %a)
  ret void
}

; CHECK-LABEL: own_heap:
; CHECK-NEXT: end
define i64 @own_heap() {
  %a = call noalias ptr @malloc(i64 80)
  store i64 1, ptr %a
  %x = load i64, ptr %a
  ret i64 %x
}

; CHECK-LABEL: stored_away:
; CHECK-NEXT: store 8 %p
; CHECK-NEXT: store 8 %a
; CHECK-NEXT: end
define void @stored_away(ptr %p) {
  %a = call noalias ptr @malloc(i64 80)
  store ptr %a, ptr %p
  store i64 1, ptr %a
  ret void
}

; Constants, variables whose address goes nowhere; and one whose address does.
; CHECK-LABEL: globals:
; CHECK-NEXT: load 8 @shared
; CHECK-NEXT: end
define i64 @globals(i64 %i) {
  %e = getelementptr [4 x i32], ptr @table, i64 0, i64 %i
  %a = load i32, ptr %e
  %c = load i64, ptr @counter
  store i64 %c, ptr @counter
  %s = load i64, ptr @shared
  ret i64 %s
}
; CHECK-LABEL: publishes:
define void @publishes() {
  call void @MPI_Put(ptr @shared)
  ret void
}

; What stands in a virtual table; the pointer to it is part of its object.
; CHECK-LABEL: virtual_call:
; CHECK-NEXT: load 8 %object
; CHECK-NEXT: end
define ptr @virtual_call(ptr %object) {
  %table = load ptr, ptr %object, !tbaa !0
  %entry = getelementptr inbounds ptr, ptr %table, i64 2
  %function = load ptr, ptr %entry
  ret ptr %function
}

; A static function that is only ever given memory of its callers' own.
; CHECK-LABEL: helper:
; CHECK-NEXT: end
define internal void @helper(ptr nocapture %p) {
  store i64 1, ptr %p
  ret void
}
; CHECK-LABEL: calls_helper:
define void @calls_helper() {
  %a = alloca [10 x i64]
  call void @helper(ptr %a)
  ret void
}

; The same, but one of its callers has it from elsewhere.
; CHECK-LABEL: other_helper:
; CHECK-NEXT: store 8 %p
; CHECK-NEXT: end
define internal void @other_helper(ptr nocapture %p) {
  store i64 1, ptr %p
  ret void
}
; CHECK-LABEL: calls_other_helper:
define void @calls_other_helper(ptr %q) {
  %a = alloca i64
  call void @other_helper(ptr %a)
  call void @other_helper(ptr %q)
  ret void
}

; Said once is enough, until a call that may write an event.
; CHECK-LABEL: covered:
; CHECK-NEXT: store 8 %p
; CHECK-NEXT: load 8 %p
; CHECK-NEXT: end
define void @covered(ptr %p) {
  %a = load i64, ptr %p
  store i64 1, ptr %p
  %f = call double @sin(double 1.0)
  %b = load i64, ptr %p
  %c = load i32, ptr %p
  call void @unknown()
  %d = load i64, ptr %p
  ret void
}

; A store says what a load says; a load does not say what a store says.
; CHECK-LABEL: load_first:
; CHECK-NEXT: store 8 %p
; CHECK-NEXT: end
define void @load_first(ptr %p) {
  %a = load i64, ptr %p
  store i64 %a, ptr %p
  ret void
}

; Atomics order threads, wherever their memory is.
; CHECK-LABEL: own_atomic:
; CHECK-NEXT: atomic update 8 %a
; CHECK-NEXT: end
define void @own_atomic() {
  %a = alloca i64
  %x = atomicrmw add ptr %a, i64 1 seq_cst
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"vtable pointer", !2}
!2 = !{!"Simple C++ TBAA"}

; An atomic operation orders what lies before it, or behind it: neither speaks for the other.
; CHECK-LABEL: around_atomics:
; CHECK-NEXT: load 4 %p
; CHECK-NEXT: atomic load 4 %flag
; CHECK-NEXT: load 4 %p
; CHECK-NEXT: atomic store 4 %flag
; CHECK-NEXT: store 4 %p
; CHECK-NEXT: end
define i32 @around_atomics(ptr %p, ptr %flag) {
  %a = load i32, ptr %p
  %f = load atomic i32, ptr %flag acquire, align 4
  %b = load i32, ptr %p
  store atomic i32 1, ptr %flag release, align 4
  store i32 %b, ptr %p
  ret i32 %a
}
