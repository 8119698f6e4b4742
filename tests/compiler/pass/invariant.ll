; What the optimizer would have known in front of a loop, had it been allowed to load it there.
; RUN: fencepost
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; The pointer to the elements: loaded in front, and told of where the program loads it.
; CHECK-LABEL: @vector(
; CHECK: [[BEGIN:%.*]] = load ptr, ptr %where, align 8, !nosanitize
; CHECK: call i64 @fencepost_passed_room(ptr [[BEGIN]])
; CHECK: call preserve_mostcc void @fencepost_passed_access(ptr %where, i32 8,
; CHECK: %begin = load ptr, ptr %where
; CHECK-NEXT: %e = getelementptr double, ptr [[BEGIN]], i64 %at
; CHECK: ret double
define double @vector(ptr dereferenceable(8) align 8 %where, ptr noalias %index, ptr noalias %to, i64 %n) nofree nosync {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %next ]
  %sum = phi double [ 0.0, %entry ], [ %sum2, %next ]
  %p = getelementptr i64, ptr %index, i64 %i
  %at = load i64, ptr %p
  %some = icmp ne i64 %at, 0
  br i1 %some, label %read, label %next
read:
  %begin = load ptr, ptr %where, align 8
  %e = getelementptr double, ptr %begin, i64 %at
  %v = load double, ptr %e
  br label %next
next:
  %w = phi double [ 0.0, %loop ], [ %v, %read ]
  %sum2 = fadd double %sum, %w
  %q = getelementptr double, ptr %to, i64 %i
  store double %sum2, ptr %q
  %i2 = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret double %sum2
}

; Not where it may change, and not where there may be nothing.
; CHECK-LABEL: @changes(
; CHECK: loop:
; CHECK: %begin = load ptr, ptr %where
; CHECK: getelementptr double, ptr %begin
; CHECK: ret void
define void @changes(ptr dereferenceable(8) align 8 %where, ptr %index, i64 %n) nofree nosync {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %begin = load ptr, ptr %where, align 8
  %e = getelementptr double, ptr %begin, i64 %i
  store double 1.0, ptr %e
  %i2 = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: @perhaps(
; CHECK: loop:
; CHECK: read:
; CHECK: %v = load i32, ptr %where
; CHECK: ret i32
define i32 @perhaps(ptr %where, i1 %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %next ]
  %sum = phi i32 [ 0, %entry ], [ %sum2, %next ]
  br i1 %c, label %read, label %next
read:
  %v = load i32, ptr %where
  br label %next
next:
  %w = phi i32 [ 0, %loop ], [ %v, %read ]
  %sum2 = add i32 %sum, %w
  %i2 = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %sum2
}
