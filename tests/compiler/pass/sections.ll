; Sections of OpenMP: before the choice of the section stands a call, and the loop says that it is one of sections.
; RUN: fencepost-sections

%place = type { i32, i32, i32, i32, ptr }
@text = private constant [2 x i8] c";\00"
@of_sections = private constant %place { i32 0, i32 1026, i32 0, i32 1, ptr @text }
@of_anything = private constant %place { i32 0, i32 2, i32 0, i32 1, ptr @text }
; CHECK: @[[OWN:[0-9]+]] = private constant %place { i32 0, i32 1026, i32 0, i32 1, ptr @text }

declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_for_static_init_4u(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_for_static_fini(ptr, i32)
declare void @a()
declare void @b()

; clang's form. What a section chooses is its own.
; CHECK-LABEL: @clang(
; CHECK: call void @__kmpc_for_static_init_4(ptr @of_sections
; CHECK: %now = load i32
; CHECK-NEXT: call void @fencepost_passed_section()
; CHECK-NEXT: switch i32 %now
; CHECK-NOT: fencepost_passed_section
; CHECK: call void @__kmpc_for_static_fini(ptr @of_sections
define void @clang(i32 %thread, ptr %last, ptr %lower, ptr %upper, ptr %stride, ptr %iv, i32 %x) {
  store i32 0, ptr %lower
  store i32 1, ptr %upper
  call void @__kmpc_for_static_init_4(ptr @of_sections, i32 %thread, i32 34, ptr %last, ptr %lower, ptr %upper, ptr %stride, i32 1, i32 1)
  %begin = load i32, ptr %lower
  store i32 %begin, ptr %iv
  br label %head
head:
  %i = load i32, ptr %iv
  %end = load i32, ptr %upper
  %more = icmp sle i32 %i, %end
  br i1 %more, label %body, label %done
body:
  %now = load i32, ptr %iv
  switch i32 %now, label %next [
    i32 0, label %first
    i32 1, label %second
  ]
first:
  switch i32 %x, label %next [
    i32 7, label %second
  ]
second:
  call void @b()
  br label %next
next:
  %old = load i32, ptr %iv
  %new = add i32 %old, 1
  store i32 %new, ptr %iv
  br label %head
done:
  call void @__kmpc_for_static_fini(ptr @of_sections, i32 %thread)
  ret void
}

; flang's form: its place does not say it.
; CHECK-LABEL: @flang(
; CHECK: call void @__kmpc_for_static_init_4u(ptr @[[OWN]]
; CHECK: call void @__kmpc_for_static_fini(ptr @[[OWN]]
; CHECK: call void @fencepost_passed_section()
; CHECK-NEXT: switch i32 %now
define void @flang(i32 %thread, ptr %last, ptr %lower, ptr %upper, ptr %stride) {
  store i32 0, ptr %lower
  store i32 1, ptr %upper
  call void @__kmpc_for_static_init_4u(ptr @of_anything, i32 %thread, i32 34, ptr %last, ptr %lower, ptr %upper, ptr %stride, i32 1, i32 0)
  %begin = load i32, ptr %lower
  %end = load i32, ptr %upper
  %distance = sub i32 %end, %begin
  %count = add i32 %distance, 1
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %new, %next ]
  %more = icmp ult i32 %i, %count
  br i1 %more, label %body, label %done
done:
  call void @__kmpc_for_static_fini(ptr @of_anything, i32 %thread)
  ret void
body:
  %now = add i32 %i, %begin
  switch i32 %now, label %next [
    i32 0, label %first
    i32 1, label %second
  ]
first:
  call void @a()
  br label %next
second:
  call void @b()
  br label %next
next:
  %new = add i32 %i, 1
  br label %head
}

; A loop of the program, which keeps its number in a variable and chooses by it.
; CHECK-LABEL: @loop(
; CHECK: call void @__kmpc_for_static_init_4u(ptr @of_anything
; CHECK-NOT: fencepost_passed_section
; CHECK: ret void
; CHECK: }
define void @loop(i32 %thread, ptr %last, ptr %lower, ptr %upper, ptr %stride, ptr %variable) {
  store i32 0, ptr %lower
  store i32 1, ptr %upper
  call void @__kmpc_for_static_init_4u(ptr @of_anything, i32 %thread, i32 34, ptr %last, ptr %lower, ptr %upper, ptr %stride, i32 1, i32 0)
  %begin = load i32, ptr %lower
  %end = load i32, ptr %upper
  %distance = sub i32 %end, %begin
  %count = add i32 %distance, 1
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %new, %next ]
  %more = icmp ult i32 %i, %count
  br i1 %more, label %body, label %done
done:
  call void @__kmpc_for_static_fini(ptr @of_anything, i32 %thread)
  ret void
body:
  %now = add i32 %i, %begin
  store i32 %now, ptr %variable
  switch i32 %now, label %next [
    i32 0, label %first
    i32 1, label %second
  ]
first:
  call void @a()
  br label %next
second:
  call void @b()
  br label %next
next:
  %new = add i32 %i, 1
  br label %head
}
