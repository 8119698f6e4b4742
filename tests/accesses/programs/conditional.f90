! Like conditional.c: gfortran knows that arguments exist, and what arrays of constant shape contain.
module cells
  use iso_c_binding
  implicit none
  type cell
    real(c_double) :: left, right
    integer(c_int) :: state, owner
  end type
  real(c_double), target, save :: field(1024)
  type(cell), target, save :: record
  integer, save, volatile :: limit = 50, no = 0
  integer, save :: flags(100) = 0
contains
  function only_if(value, count) result(total)
    real(c_double), intent(in) :: value
    integer, intent(in) :: count
    real(c_double) :: total
    integer :: i
    total = 0
    do i = 1, count
      if (flags(i) /= 0) total = total + value
    end do
  end function
  function either(value, which) result(found)
    real(c_double), intent(in) :: value
    logical, intent(in) :: which
    real(c_double) :: found
    found = 1
    if (which) found = value
  end function
  function fixed(values, count) result(total)
    real(c_double), intent(in) :: values(100)
    integer, intent(in) :: count
    real(c_double) :: total
    integer :: i
    total = 0
    do i = 1, count
      if (flags(i) /= 0) total = total + values(17)
    end do
  end function
  function by_shape(values, count) result(total)
    real(c_double), intent(in) :: values(:)
    integer, intent(in) :: count
    real(c_double) :: total
    integer :: i
    total = 0
    do i = 1, count
      if (flags(i) /= 0) total = total + values(3)
    end do
  end function
  function of_module(count) result(total)
    integer, intent(in) :: count
    real(c_double) :: total
    integer :: i
    total = 0
    do i = 1, count
      if (flags(i) /= 0) total = total + field(40)
    end do
  end function
  function masked(count) result(total)
    integer, intent(in) :: count
    real(c_double) :: total
    real(c_double) :: copy(100)
    copy = 0
    where (flags(1:count) /= 0) copy(1:count) = field(101:100 + count)
    total = sum(copy)
  end function
  function selected(which) result(found)
    integer, intent(in) :: which
    real(c_double) :: found
    select case (which)
    case (0)
      found = field(300)  ! expect: load 2392 2400 8
    case (1)
      found = field(301)
    case (2)
      found = field(302)
    case default
      found = 0
    end select
  end function
  function of_type(it, which) result(found)
    type(cell), intent(in) :: it
    integer, intent(in) :: which
    real(c_double) :: found
    if (which == 1) then
      found = it%left
    else if (which == 2) then
      found = it%right
    else
      found = 0
    end if
  end function
  subroutine stored_if(value, count)
    real(c_double), intent(inout) :: value
    integer, intent(in) :: count
    integer :: i
    do i = 1, count
      if (flags(i) /= 0) value = value + i
    end do
  end subroutine
  function optional_one(which, value) result(found)
    integer, intent(in) :: which
    real(c_double), intent(in), optional :: value
    real(c_double) :: found
    found = 0
    if (present(value)) then
      if (which /= 0) found = value
    end if
  end function
  subroutine track(address, bytes)
    type(c_ptr), intent(in) :: address
    integer(c_size_t), intent(in) :: bytes
    interface
      subroutine probe_track(address, bytes) bind(c, name='probe_track_if_there')
        import
        type(c_ptr), value :: address
        integer(c_size_t), value :: bytes
      end subroutine
    end interface
    call probe_track(address, bytes)
  end subroutine
end module

program main
  use cells
  implicit none
  real(c_double) :: total
  call track(c_loc(record), int(24, c_size_t))
  call track(c_loc(field), int(8 * 1024, c_size_t))
  total = only_if(field(1), limit)
  total = total + either(field(2), no /= 0)
  total = total + fixed(field, limit)
  total = total + by_shape(field(200:300), limit)
  total = total + of_module(limit)
  total = total + masked(limit)
  total = total + selected(no)
  total = total + of_type(record, no)
  total = total + optional_one(no, field(500))
  call stored_if(field(400), limit)
  if (total < 0) print *, total
end program
