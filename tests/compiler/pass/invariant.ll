; What the optimizer would have known in front of a loop, had it been allowed to load it there.
; RUN: fencepost
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; The pointer to the elements: loaded in front, and told of where the program loads it. Nothing is left of the load.
; CHECK-LABEL: @vector(
; CHECK: [[BEGIN:%.*]] = load ptr, ptr %where, align 8, !nosanitize
; CHECK: call i64 @fencepost_passed_room(ptr [[BEGIN]])
; CHECK-NOT: load ptr, ptr %where
; CHECK: %e = getelementptr double, ptr [[BEGIN]], i64 %at
; CHECK: {{^}}done:
; CHECK: call void @fencepost_passed_lanes(ptr {{%.*}}, i32 8,
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

; Which of three arrays, by conditions that the loop does not change: one of them is loaded on its way.
; CHECK-LABEL: @chosen(
; CHECK: entry:
; CHECK-DAG: [[OTHER:%.*]] = load ptr, ptr %other, align 8, !nosanitize
; CHECK-DAG: [[LATER:%.*]] = select i1 %second, ptr %c, ptr [[OTHER]]
; CHECK-DAG: [[ALL:%.*]] = select i1 %first, ptr %a, ptr [[LATER]]
; CHECK: call void @fencepost_passed_grid(ptr %other, i32 8,
; CHECK: call void @fencepost_passed_grid(ptr [[ALL]], i32 8, i64 8, i64 %n, i64 0, i64 %rows)
; CHECK: loop:
; CHECK-NOT: load ptr
; CHECK: %p = getelementptr double, ptr [[ALL]], i64 %i
; CHECK: ret void
define void @chosen(ptr %a, ptr dereferenceable(8) align 8 %other, ptr %c, i1 %first, i1 %second, ptr noalias %to, i64 %rows, i64 %n) nofree nosync {
entry:
  br label %row
row:
  %r = phi i64 [ 0, %entry ], [ %r2, %row_done ]
  br label %loop
loop:
  %i = phi i64 [ 0, %row ], [ %i2, %next ]
  br i1 %first, label %next, label %not_first
not_first:
  br i1 %second, label %next, label %loads
loads:
  %b = load ptr, ptr %other, align 8
  br label %next
next:
  %from = phi ptr [ %a, %loop ], [ %c, %not_first ], [ %b, %loads ]
  %p = getelementptr double, ptr %from, i64 %i
  %v = load double, ptr %p
  %q = getelementptr double, ptr %to, i64 %r
  store double %v, ptr %q
  %i2 = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %row_done
row_done:
  %r2 = add nuw nsw i64 %r, 1
  %again = icmp ne i64 %r2, %rows
  br i1 %again, label %row, label %done
done:
  ret void
}

; Not if a condition changes in the loop.
; CHECK-LABEL: @chosen_each_time(
; CHECK: next:
; CHECK: %from = phi ptr [ %a, %loop ], [ %b,
; CHECK: getelementptr double, ptr %from
; CHECK: ret void
define void @chosen_each_time(ptr %a, ptr %b, ptr %flags, i64 %n) nofree nosync {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %next ]
  %f = getelementptr i1, ptr %flags, i64 %i
  %first = load i1, ptr %f
  br i1 %first, label %next, label %second
second:
  br label %next
next:
  %from = phi ptr [ %a, %loop ], [ %b, %second ]
  %p = getelementptr double, ptr %from, i64 %i
  store double 1.0, ptr %p
  %i2 = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
