; Short loops with marks are unrolled as they would be without, and nobody is told of it.
; RUN: fencepost,loop-unroll,transform-warning
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-NOT: warning
; CHECK-LABEL: @sparse(
; CHECK: %v.window.3 = load double
; CHECK: %v.3 = load double
; CHECK: ret double
define double @sparse(ptr noalias %x, ptr noalias %column, i64 %n) nofree nosync "target-cpu"="x86-64" "tune-cpu"="generic" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %sum2, %loop ]
  %q = getelementptr i64, ptr %column, i64 %i
  %at = load i64, ptr %q
  %p = getelementptr double, ptr %x, i64 %at
  %v = load double, ptr %p
  %sum2 = fadd double %sum, %v
  %i2 = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret double %sum2
}

; Not if the program says otherwise.
; CHECK-LABEL: @rolled(
; CHECK-COUNT-2: = load double, ptr
; CHECK-NOT: load double
; CHECK: ret double
define double @rolled(ptr noalias %x, ptr noalias %column, i64 %n) nofree nosync "target-cpu"="x86-64" "tune-cpu"="generic" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %sum2, %loop ]
  %q = getelementptr i64, ptr %column, i64 %i
  %at = load i64, ptr %q
  %p = getelementptr double, ptr %x, i64 %at
  %v = load double, ptr %p
  %sum2 = fadd double %sum, %v
  %i2 = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %done, !llvm.loop !0
done:
  ret double %sum2
}

; CHECK-NOT: fencepost.unroll
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
