; Values that are computed in the same way on every path.
; RUN: fencepost
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; The step of a loop: then both loops are one record.
; CHECK-LABEL: @step(
; CHECK: entry:
; CHECK: call void @fencepost_passed_grid(ptr %p, i32 65544, i64 8, i64 50, i64 800, i64 {{%.*}})
; CHECK: {{^}}outer:
; CHECK: add nuw i64 %o, 1
; CHECK-NOT: phi i64 [ %o2
; CHECK: ret void
define void @step(ptr %p, i1 %any) {
entry:
  br label %outer
outer:
  %o = phi i64 [ 0, %entry ], [ %next, %end ]
  %at = mul nuw nsw i64 %o, 100
  br i1 %any, label %first, label %none
none:
  %o1 = add nuw nsw i64 %o, 1
  br label %end
first:
  %o2 = add nuw i64 %o, 1
  br label %loop
loop:
  %i = phi i64 [ 0, %first ], [ %j, %loop ]
  %k = add nuw nsw i64 %at, %i
  %e = getelementptr double, ptr %p, i64 %k
  store double 0.0, ptr %e
  %j = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %j, 50
  br i1 %again, label %loop, label %end
end:
  %next = phi i64 [ %o1, %none ], [ %o2, %loop ]
  %again2 = icmp ne i64 %next, 100
  br i1 %again2, label %outer, label %done
done:
  ret void
}

; Not what is computed from different values, and not what is loaded.
; CHECK-LABEL: @others(
; CHECK: {{^}}end:
; CHECK: phi i64 [ %a1, {{.*}} ], [ %a2, {{.*}} ]
; CHECK: phi i64 [ %b1, {{.*}} ], [ %b2, {{.*}} ]
; CHECK: ret void
define void @others(ptr %p, i64 %x, i64 %y, i1 %c) {
entry:
  br i1 %c, label %yes, label %no
yes:
  %a1 = add i64 %x, 1
  %b1 = load i64, ptr %p
  br label %end
no:
  %a2 = add i64 %y, 1
  %b2 = load i64, ptr %p
  br label %end
end:
  %a = phi i64 [ %a1, %yes ], [ %a2, %no ]
  %b = phi i64 [ %b1, %yes ], [ %b2, %no ]
  %sum = add i64 %a, %b
  store i64 %sum, ptr %p
  ret void
}
