; Members of one object in several places, with nothing in between after which more may be tracked.
; RUN: fencepost
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare ptr @malloc(i64)
declare void @unknown()

; The first place looks at the page of the first member; the others use what it saw.
; CHECK-LABEL: @members(
; CHECK: [[AT:%.*]] = ptrtoint ptr %p to i64
; CHECK: [[PAGE:%.*]] = lshr i64 [[AT]], 12
; CHECK: [[STATE:%.*]] = load i8
; CHECK: [[ANY:%.*]] = icmp ne i8 [[STATE]], 0
; CHECK: br i1 [[ANY]], label %{{.*}}, label %{{.*}}, !prof
; CHECK: %a = load i64, ptr %first
; CHECK: call ptr @malloc
; CHECK: {{^}}some:
; CHECK: br i1 [[ANY]], label %[[LOOK:.*]], label %[[BEHIND:.*]], !prof
; CHECK: [[LOOK]]:
; CHECK: load i8
; CHECK: call preserve_mostcc void @fencepost_passed_access(ptr %p, i32 65544,
; CHECK: [[BEHIND]]:
; CHECK-NEXT: store i64 %a, ptr %p
; CHECK: ret void
define void @members(ptr %p, i1 %c) {
  %first = getelementptr i8, ptr %p, i64 16
  %a = load i64, ptr %first
  %m = call ptr @malloc(i64 8)
  br i1 %c, label %some, label %done
some:
  store i64 %a, ptr %p
  br label %done
done:
  ret void
}

; Not where a place does not always come first, not so far apart, and not across another call.
; CHECK-LABEL: @sometimes(
; CHECK: {{^}}some:
; CHECK: load i8
; CHECK: %a = load i64, ptr %p
; CHECK: {{^}}then:
; CHECK: load i8
; CHECK: %b = load i64, ptr %p
; CHECK: {{^}}done:
; CHECK: load i8
; CHECK: %d = load i64, ptr %far
; CHECK: ret i64
define i64 @sometimes(ptr %p, i1 %c) {
  br i1 %c, label %some, label %then
some:
  %a = load i64, ptr %p
  br label %then
then:
  %b = load i64, ptr %p
  br i1 %c, label %done, label %none
done:
  %far = getelementptr i8, ptr %p, i64 64
  %d = load i64, ptr %far
  br label %none
none:
  ret i64 0
}

; CHECK-LABEL: @across(
; CHECK: load i8
; CHECK: %a = load i64, ptr %p
; CHECK: call void @unknown()
; CHECK: {{^}}some:
; CHECK: load i8
; CHECK: %b = load i64, ptr %p
; CHECK: ret i64
define i64 @across(ptr %p, i1 %c) {
  %a = load i64, ptr %p
  call void @unknown()
  br i1 %c, label %some, label %done
some:
  %b = load i64, ptr %p
  br label %done
done:
  %d = phi i64 [ %a, %0 ], [ %b, %some ]
  ret i64 %d
}

; In a loop that calls the allocator, in a function that calls others.
; CHECK-LABEL: @in_loop(
; CHECK: {{^}}loop:
; CHECK: [[ANY:%.*]] = icmp ne i8
; CHECK: br i1 [[ANY]]
; CHECK: %a = load i64, ptr %node
; CHECK: {{^}}more:
; CHECK-NEXT: %key = getelementptr
; CHECK-NEXT: br i1 [[ANY]]
; CHECK: store i64 %i, ptr %key
; CHECK: ret void
define void @in_loop(ptr %where, i64 %n) {
entry:
  call void @unknown()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %node = load ptr, ptr %where, !nosanitize !0
  %a = load i64, ptr %node
  %m = call ptr @malloc(i64 8)
  %is = icmp eq i64 %a, 0
  br i1 %is, label %more, label %next
more:
  %key = getelementptr i8, ptr %node, i64 8
  store i64 %i, ptr %key
  br label %next
next:
  %j = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %j, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

!0 = !{}
