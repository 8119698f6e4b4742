; What is known in front of a loop of accesses whose way is not: one compare says that they are of no interest.
; RUN: fencepost
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare void @unknown()

; The index is compared; if the loop begins in tracked memory it has marks (versions.ll), if not the page decides.
; CHECK-LABEL: @gather(
; CHECK: [[ROOM:%.*]] = call i64 @fencepost_passed_room(ptr %x)
; CHECK: [[LIMIT:%.*]] = udiv i64 [[ROOM]], 8
; CHECK: [[NONE:%.*]] = icmp eq i64 [[ROOM]], 0
; CHECK: br i1 [[NONE]], label %[[MARKS:.*]], label %[[BEFORE:.*]]
; CHECK: [[MARKS]]:
; CHECK: call ptr @fencepost_passed_marks(ptr %x, i32 8, i64
; CHECK: [[BEFORE]]:
; CHECK: [[LOW:%.*]] = phi i64
; CHECK: [[SPAN:%.*]] = phi i64
; CHECK: [[WAY:%.*]] = sub i64 {{%.*}}, [[LOW]]
; CHECK: [[BEHIND:%.*]] = call i64 @llvm.usub.sat.i64(i64 [[SPAN]], i64 [[WAY]])
; CHECK: [[ROUNDED:%.*]] = add i64 [[BEHIND]], 7
; CHECK: [[END:%.*]] = udiv i64 [[ROUNDED]], 8
; CHECK: [[SHIFT:%.*]] = ashr i64 [[WAY]], 3
; CHECK: [[FIRST:%.*]] = getelementptr i8, ptr {{%.*}}, i64 [[SHIFT]]
; CHECK: loop.window:
; CHECK: icmp ult i64 %at.window, [[END]]
; (An index may be negative.)
; CHECK: [[OFFSET:%.*]] = sub i64 {{%.*}}, [[LOW]]
; CHECK: icmp ult i64 [[OFFSET]], [[SPAN]]
; CHECK: asm sideeffect "movq {{.*}}call fencepost_passed_stacked_8_asked
; CHECK: asm sideeffect "movb $$1, ($0,$1)"{{.*}}(ptr [[FIRST]], i64 %at.window)
; CHECK: loop:
; CHECK: [[IN:%.*]] = icmp ult i64 %at, [[LIMIT]]
; CHECK: [[OUT:%.*]] = xor i1 [[IN]], true
; CHECK: br i1 [[OUT]], label %{{.*}}, label %{{.*}}, !prof
; CHECK: [[AGAIN:%.*]] = getelementptr double, ptr %x, i64 %at
; CHECK: ptrtoint ptr [[AGAIN]] to i64
; CHECK: asm sideeffect "movq {{.*}}call fencepost_passed_stacked_8_asked{{.*}}(i64 %{{.*}}, i32 8)
; CHECK: %v = load double, ptr %e
define double @gather(ptr %x, ptr %index, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %sum2, %loop ]
  %p = getelementptr i64, ptr %index, i64 %i
  %at = load i64, ptr %p
  %e = getelementptr double, ptr %x, i64 %at
  %v = load double, ptr %e
  %sum2 = fadd double %sum, %v
  %i2 = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret double %sum2
}

; A pointer that only goes up is compared with the end.
; CHECK-LABEL: @until_zero(
; CHECK: [[ROOM:%.*]] = call i64 @fencepost_passed_room(ptr %from)
; CHECK: [[END:%.*]] = getelementptr i8, ptr %from, i64 [[ROOM]]
; CHECK: icmp ult ptr %p, [[END]]
define void @until_zero(ptr %from, i1 %some) {
entry:
  br label %loop
loop:
  %p = phi ptr [ %from, %entry ], [ %q, %next ]
  br i1 %some, label %read, label %next
read:
  %v = load i8, ptr %p
  %zero = icmp eq i8 %v, 0
  br i1 %zero, label %done, label %next
next:
  %q = getelementptr i8, ptr %p, i64 1
  br label %loop
done:
  ret void
}

; Behind a call nothing is known.
; CHECK-LABEL: @calls(
; CHECK-NOT: fencepost_passed_room
; CHECK: ret void
define void @calls(ptr %x, ptr %index, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  call void @unknown()
  %p = getelementptr i64, ptr %index, i64 %i
  %at = load i64, ptr %p
  %e = getelementptr double, ptr %x, i64 %at
  store double 0.0, ptr %e
  %i2 = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

declare ptr @malloc(i64)
declare void @free(ptr)
define linkonce_odr void @gets_some() {
  %p = call ptr @malloc(i64 8)
  call void @free(ptr %p)
  ret void
}

; Unless it is one that only gets memory: then the room is known, but nobody asks for marks, which end with an event.
; CHECK-LABEL: @allocates(
; CHECK: [[ROOM:%.*]] = call i64 @fencepost_passed_room(ptr %x)
; CHECK-NOT: fencepost_passed_marks
; CHECK: loop:
; CHECK: icmp ult i64 %at, %{{.*}}
; CHECK: store double 0.0
; CHECK: ret void
define void @allocates(ptr %x, ptr %index, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  call void @gets_some()
  %p = getelementptr i64, ptr %index, i64 %i
  %at = load i64, ptr %p
  %e = getelementptr double, ptr %x, i64 %at
  store double 0.0, ptr %e
  %i2 = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; x(i) of Fortran begins with 1. If nothing is of interest before x(1) but x(1) is, the loop has marks from there on.
; CHECK-LABEL: @from_one(
; CHECK: [[BEFORE:%.*]] = getelementptr i8, ptr %x, i64 -8
; CHECK: [[SEEN:%.*]] = call i64 @fencepost_passed_room(ptr [[BEFORE]])
; CHECK: [[REACHES:%.*]] = icmp ugt i64 [[SEEN]], 8
; CHECK: [[ROOM:%.*]] = select i1 [[REACHES]], i64 [[SEEN]], i64 0
; CHECK: [[NONE:%.*]] = icmp eq i64 [[ROOM]], 0
; CHECK: [[BEGIN:%.*]] = getelementptr i8, ptr [[BEFORE]], i64 8
; CHECK: call ptr @fencepost_passed_marks(ptr [[BEGIN]], i32 8, i64
; CHECK: [[AT:%.*]] = ptrtoint ptr %x to i64
; CHECK: [[WAY:%.*]] = sub i64 [[AT]], {{%.*}}
; CHECK: [[END:%.*]] = udiv i64
; CHECK: [[SHIFT:%.*]] = ashr i64 [[WAY]], 3
; CHECK: [[FIRST:%.*]] = getelementptr i8, ptr {{%.*}}, i64 [[SHIFT]]
; CHECK: loop.window:
; CHECK: [[NUMBER:%.*]] = sub i64 %at.window, 1
; CHECK: icmp ult i64 [[NUMBER]], [[END]]
; CHECK: asm sideeffect "movb $$1, ($0,$1)"{{.*}}(ptr [[FIRST]], i64 [[NUMBER]])
; CHECK: ret double
define double @from_one(ptr %x, ptr %index, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %sum2, %loop ]
  %p = getelementptr i64, ptr %index, i64 %i
  %at = load i64, ptr %p
  %x0 = getelementptr i8, ptr %x, i64 -8
  %e = getelementptr double, ptr %x0, i64 %at
  %v = load double, ptr %e
  %sum2 = fadd double %sum, %v
  %i2 = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret double %sum2
}

; The members of a structure of 24 bytes; no index is below 0.
; CHECK-LABEL: @member(
; CHECK: [[MEMBER:%.*]] = getelementptr i8, ptr %x, i64 8
; CHECK: call i64 @fencepost_passed_room(ptr [[MEMBER]])
; CHECK: loop.window:
; CHECK: icmp ult i64 %at.window,
; CHECK-NOT: icmp ult
; CHECK: [[ELEMENT:%.*]] = mul i64 %at.window, 3
; CHECK: asm sideeffect "movb $$1, ($0,$1)"{{.*}}, i64 [[ELEMENT]])
; CHECK: loop:
define void @member(ptr %x, ptr %index, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %p = getelementptr i32, ptr %index, i64 %i
  %w = load i32, ptr %p
  %at = zext i32 %w to i64
  %e = getelementptr { i64, i64, i64 }, ptr %x, i64 %at, i32 1
  store i64 0, ptr %e
  %i2 = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; What may lie across two elements has no marks.
; CHECK-LABEL: @misaligned(
; CHECK: call i64 @fencepost_passed_room(ptr %x)
; CHECK-NOT: fencepost_passed_marks
; CHECK: ret void
define void @misaligned(ptr %x, ptr %index, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %p = getelementptr i64, ptr %index, i64 %i
  %at = load i64, ptr %p
  %e = getelementptr [5 x i8], ptr %x, i64 %at
  store i32 0, ptr %e, align 1
  %i2 = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Pointers that go their own way from one place: how far there is nothing of interest on both sides of it.
; CHECK-LABEL: @wanders(
; CHECK: [[BASE:%.*]] = getelementptr i8, ptr %last, i64 -8
; CHECK: [[ROOM:%.*]] = call i64 @fencepost_passed_room(ptr [[BASE]])
; CHECK: [[BELOW:%.*]] = call i64 @fencepost_passed_room_below(ptr [[BASE]])
; CHECK: [[AT:%.*]] = ptrtoint ptr [[BASE]] to i64
; CHECK: [[LOW:%.*]] = sub i64 [[AT]], [[BELOW]]
; CHECK: [[SPAN:%.*]] = add i64 [[BELOW]], [[ROOM]]
; CHECK: call ptr @fencepost_passed_marks(ptr [[BASE]], i32 8,
; CHECK: [[WAY:%.*]] = sub i64 %{{.*}}, [[LOW]]
; CHECK: icmp ult i64 [[WAY]], [[SPAN]]
define i64 @wanders(ptr %last, i64 %n) {
entry:
  br label %loop
loop:
  %p = phi ptr [ %last, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %sum2, %loop ]
  %v = load i64, ptr %p
  %odd = trunc i64 %v to i1
  %near = getelementptr i64, ptr %p, i64 -1
  %far = getelementptr i64, ptr %p, i64 -2
  %next = select i1 %odd, ptr %near, ptr %far
  %sum2 = add i64 %sum, %v
  %more = icmp ult i64 %sum2, %n
  br i1 %more, label %loop, label %done
done:
  ret i64 %sum2
}

; It may come from several places: the room is that around one of them, from which most accesses may come.
; CHECK-LABEL: @several(
; CHECK: call i64 @fencepost_passed_room(ptr %both)
; CHECK: call i64 @fencepost_passed_room_below(ptr %both)
; CHECK-NOT: call i64 @fencepost_passed_room(
; CHECK: loop:
define i64 @several(ptr %one, ptr %both, ptr %other, i64 %n) {
entry:
  br label %loop
loop:
  %p = phi ptr [ %one, %entry ], [ %both, %loop ]
  %q = phi ptr [ %other, %entry ], [ %both, %loop ]
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %sum2, %loop ]
  %at = and i64 %sum, 255
  %e = getelementptr i64, ptr %p, i64 %at
  %v = load i64, ptr %e
  %f = getelementptr i64, ptr %q, i64 %at
  %w = load i64, ptr %f
  %mixed = xor i64 %v, %w
  %sum2 = add i64 %sum, %mixed
  %i2 = add i64 %i, 1
  %more = icmp ult i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret i64 %sum2
}

; One that comes from memory may be anywhere.
; CHECK-LABEL: @jumps(
; CHECK-NOT: call i64 @fencepost_passed_room(
define i64 @jumps(ptr %first, i64 %n) {
entry:
  br label %loop
loop:
  %p = phi ptr [ %first, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %next = load ptr, ptr %p
  %i2 = add i64 %i, 1
  %more = icmp ult i64 %i2, %n
  br i1 %more, label %loop, label %done
done:
  ret i64 %i2
}
