; Of a choice between two addresses the optimizer does not make two loads.
; RUN: instcombine
@window = global [4 x i32] zeroinitializer
@other = global i32 0

; CHECK-LABEL: define i32 @one_of_two(
; CHECK: [[AT:%.*]] = select i1 %c, ptr
; CHECK-NEXT: [[X:%.*]] = load i32, ptr [[AT]]
; CHECK-NEXT: ret i32 [[X]]
define i32 @one_of_two(i1 %c) sanitize_thread "fencepost-no-new-loads" {
  %at = select i1 %c, ptr getelementptr (i32, ptr @window, i64 1), ptr @other
  %x = load i32, ptr %at
  ret i32 %x
}

; The value that is not chosen is there already: no load of it, and none of the other one unless it is chosen.
; CHECK-LABEL: define i32 @one_is_there(
; CHECK: store i32 %v, ptr @other
; CHECK-NEXT: [[AT:%.*]] = select i1 %c, ptr @window, ptr @[[NOTHING:[0-9]+]]
; CHECK-NEXT: [[X:%.*]] = load i32, ptr [[AT]]
; CHECK-NEXT: [[Y:%.*]] = select i1 %c, i32 [[X]], i32 %v
; CHECK-NEXT: ret i32 [[Y]]
define i32 @one_is_there(i1 %c, i32 %v) sanitize_thread "fencepost-no-new-loads" {
  store i32 %v, ptr @other
  %at = select i1 %c, ptr @window, ptr @other
  %x = load i32, ptr %at
  ret i32 %x
}

; In functions that are nobody's business the optimizer does as it likes.
; CHECK-LABEL: define i32 @not_ours(
; CHECK: load i32
; CHECK: load i32
; CHECK: select
define i32 @not_ours(i1 %c) {
  %at = select i1 %c, ptr getelementptr (i32, ptr @window, i64 1), ptr @other
  %x = load i32, ptr %at
  ret i32 %x
}

; Nor of a masked load one of all lanes.
; CHECK-LABEL: define <4 x i32> @some_lanes(
; CHECK-NOT: load <4 x i32>
; CHECK: [[X:%.*]] = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr {{.*}}@window, i32 4, <4 x i1> %m, <4 x i32> zeroinitializer)
; CHECK-NEXT: ret <4 x i32> [[X]]
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
define <4 x i32> @some_lanes(<4 x i1> %m) sanitize_thread "fencepost-no-new-loads" {
  %x = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr @window, i32 4, <4 x i1> %m, <4 x i32> zeroinitializer)
  ret <4 x i32> %x
}
