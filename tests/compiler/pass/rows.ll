; Rows of a loop in a loop, where nobody knows beforehand.
; RUN: fencepost
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; Those that go on where the others have come to, or lie in them, wait. A call tells of the others when one does not, and
; where the loop is left.
; CHECK-LABEL: @rows(
; CHECK: outer:
; CHECK: [[LENGTH:%.*]] = phi i64 [ 0, %entry ]
; CHECK: [[BEGIN:%.*]] = phi i64 [ 0, %entry ]
; CHECK: %at = load
; CHECK: br i1 {{%.*}}, label %[[LOOK:.*]], label %{{.*}}, !prof
; CHECK: [[LOOK]]:
; CHECK: [[WAY:%.*]] = sub i64 %at, [[BEGIN]]
; CHECK: [[ON:%.*]] = icmp ule i64 [[WAY]], [[LENGTH]]
; CHECK: br i1 [[ON]], label %[[JOIN:.*]], label %[[OTHER:.*]]
; CHECK: [[JOIN]]:
; CHECK: [[END:%.*]] = add i64 [[WAY]], 9
; CHECK: call i64 @llvm.umax.i64(i64 [[LENGTH]], i64 [[END]])
; CHECK: [[OTHER]]:
; CHECK: icmp ne i64 [[LENGTH]], 0
; CHECK: call void @fencepost_passed_run(ptr {{.*}}, i32 65544, i64 [[LENGTH]], i64
; CHECK: loop:
; CHECK-NOT: call
; CHECK: done:
; CHECK: icmp ne
; CHECK: call void @fencepost_passed_run(ptr {{.*}}, i32 65544, i64
; CHECK: ret void
define void @rows(ptr %p, ptr %where, i1 %c) {
entry:
  br label %outer
outer:
  %o = phi i64 [ 0, %entry ], [ %o2, %next ]
  %w = getelementptr i64, ptr %where, i64 %o
  %at = load i64, ptr %w, !nosanitize !0
  br label %loop
loop:
  %i = phi i64 [ 0, %outer ], [ %j, %loop ]
  %k = add i64 %at, %i
  %e = getelementptr double, ptr %p, i64 %k
  store double 0.0, ptr %e
  %j = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %j, 9
  br i1 %again, label %loop, label %next
next:
  %o2 = add nuw nsw i64 %o, 1
  %again2 = icmp ne i64 %o2, 100
  br i1 %again2, label %outer, label %done
done:
  ret void
}

; Where the rows end another loop may begin, with an address that is loaded in between: what is told of that loop in front
; of it comes after the address.
; CHECK-LABEL: @then_another(
; CHECK: %p2 = load
; CHECK: call void @fencepost_passed_run(ptr %p2, i32 65544, i64 50, i64
define void @then_another(ptr %p, ptr %where, ptr %q) {
entry:
  br label %outer
outer:
  %o = phi i64 [ 0, %entry ], [ %o2, %next ]
  %w = getelementptr i64, ptr %where, i64 %o
  %at = load i64, ptr %w, !nosanitize !0
  br label %loop
loop:
  %i = phi i64 [ 0, %outer ], [ %j, %loop ]
  %k = add i64 %at, %i
  %e = getelementptr double, ptr %p, i64 %k
  store double 0.0, ptr %e
  %j = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %j, 9
  br i1 %again, label %loop, label %next
next:
  %o2 = add nuw nsw i64 %o, 1
  %again2 = icmp ne i64 %o2, 100
  br i1 %again2, label %outer, label %between
between:
  %p2 = load ptr, ptr %q, !nosanitize !0
  br label %second
second:
  %m = phi i64 [ 0, %between ], [ %n, %second ]
  %f = getelementptr double, ptr %p2, i64 %m
  store double 0.0, ptr %f
  %n = add nuw nsw i64 %m, 1
  %again3 = icmp ne i64 %n, 50
  br i1 %again3, label %second, label %done
done:
  ret void
}

; Of a row that there is only under a condition each is told of by itself.
; CHECK-LABEL: @conditional(
; CHECK: outer:
; CHECK: call void @fencepost_passed_grid(ptr {{.*}}, i32 65544, i64 8, i64 9, i64 0, i64 {{%.*}})
; CHECK: done:
; CHECK-NOT: call
; CHECK: ret void
define void @conditional(ptr %p, ptr %where, i1 %c) {
entry:
  br label %outer
outer:
  %o = phi i64 [ 0, %entry ], [ %o2, %next ]
  %w = getelementptr i64, ptr %where, i64 %o
  %at = load i64, ptr %w, !nosanitize !0
  br label %loop
loop:
  %i = phi i64 [ 0, %outer ], [ %j, %more ]
  br i1 %c, label %then, label %more
then:
  %k = add i64 %at, %i
  %e = getelementptr double, ptr %p, i64 %k
  store double 0.0, ptr %e
  br label %more
more:
  %j = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %j, 9
  br i1 %again, label %loop, label %next
next:
  %o2 = add nuw nsw i64 %o, 1
  %again2 = icmp ne i64 %o2, 100
  br i1 %again2, label %outer, label %done
done:
  ret void
}

; Long rows, wherever they are, of the same length: they wait as long as they are equally far apart.
; CHECK-LABEL: @apart(
; CHECK: entry:
; CHECK: [[LONG:%.*]] = icmp ugt i64 %n, 64
; CHECK: outer:
; CHECK-DAG: [[ROWS:%.*]] = phi i64 [ 0, %entry ]
; CHECK-DAG: [[DISTANCE:%.*]] = phi i64 [ 0, %entry ]
; CHECK-DAG: [[NEXT:%.*]] = phi ptr [ null, %entry ]
; CHECK-DAG: [[BEGIN:%.*]] = phi ptr [ null, %entry ]
; CHECK: %row = load ptr
; CHECK: [[ON:%.*]] = icmp eq ptr %row, [[NEXT]]
; CHECK: br i1 [[ON]], label %[[JOIN:.*]], label %[[OTHER:.*]], !prof
; CHECK: [[JOIN]]:
; CHECK: add i64 [[ROWS]], 1
; CHECK: getelementptr i8, ptr %row, i64 [[DISTANCE]]
; CHECK: [[OTHER]]:
; CHECK: and i1 [[LONG]]
; CHECK: call void @fencepost_passed_run(ptr [[BEGIN]], i32 65544, i64 %n, i64
; CHECK: call void @fencepost_passed_grid(ptr [[BEGIN]], i32 65544, i64 8, i64 %n, i64 [[DISTANCE]], i64 [[ROWS]])
; CHECK: {{^}}loop:
; CHECK-NOT: call
; CHECK: {{^}}done:
; CHECK: call void @fencepost_passed_run(
; CHECK: call void @fencepost_passed_grid(
; CHECK: ret void
define void @apart(ptr %where, i64 %n) {
entry:
  br label %outer
outer:
  %o = phi i64 [ 0, %entry ], [ %o2, %next ]
  %w = getelementptr ptr, ptr %where, i64 %o
  %row = load ptr, ptr %w, !nosanitize !0
  br label %loop
loop:
  %i = phi i64 [ 0, %outer ], [ %j, %loop ]
  %e = getelementptr double, ptr %row, i64 %i
  store double 0.0, ptr %e
  %j = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %j, %n
  br i1 %again, label %loop, label %next
next:
  %o2 = add nuw nsw i64 %o, 1
  %again2 = icmp ne i64 %o2, 100
  br i1 %again2, label %outer, label %done
done:
  ret void
}

; Short ones do not.
; CHECK-LABEL: @apart_and_short(
; CHECK: %row = load ptr
; CHECK: call void @fencepost_passed_run(ptr %row, i32 65544, i64 9, i64
; CHECK: {{^}}done:
; CHECK-NEXT: ret void
define void @apart_and_short(ptr %where) {
entry:
  br label %outer
outer:
  %o = phi i64 [ 0, %entry ], [ %o2, %next ]
  %w = getelementptr ptr, ptr %where, i64 %o
  %row = load ptr, ptr %w, !nosanitize !0
  br label %loop
loop:
  %i = phi i64 [ 0, %outer ], [ %j, %loop ]
  %e = getelementptr double, ptr %row, i64 %i
  store double 0.0, ptr %e
  %j = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %j, 9
  br i1 %again, label %loop, label %next
next:
  %o2 = add nuw nsw i64 %o, 1
  %again2 = icmp ne i64 %o2, 100
  br i1 %again2, label %outer, label %done
done:
  ret void
}

!0 = !{}
