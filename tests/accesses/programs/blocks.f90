! Small blocks of a known shape in loops within loops, some of which lie in a window: exactly what is touched there.
module probe
  use, intrinsic :: iso_c_binding
  implicit none
  integer, parameter :: m = 5
contains
  subroutine times_vector(a, b, c)
    real(c_double), intent(in) :: a(m, m), b(m)
    real(c_double), intent(inout) :: c(m)
    integer :: i
    do i = 1, m
      c(i) = a(i, 1) * b(1) + a(i, 5) * b(5)  ! expect: store 40 80 40; load 200 400 80
    end do
  end subroutine
  subroutine eliminate(b, c, r)
    real(c_double), intent(inout) :: b(m, m), c(m, m), r(m)
    real(c_double) :: factor
    integer :: p, q, j
    do p = 1, m
      do q = 1, m
        if (q == p) cycle
        factor = b(q, p)                     ! expect: load 408 592 160
        do j = p + 1, m
          b(q, j) = factor * j               ! expect: store 448 600 152
        end do
        do j = 1, 2
          c(q, j) = c(p, j) * factor         ! expect: store 640 720 80; load 640 720 80
        end do
        r(q) = r(q) - factor * r(p)          ! expect: store 800 840 40; load 800 840 40
      end do
    end do
  end subroutine
  ! Two of them at once: no copy of the loops for one array alone serves.
  subroutine eliminate_two(b, c, r)
    real(c_double), intent(inout) :: b(m, m), c(m, m), r(m)
    real(c_double) :: factor
    integer :: p, q, j
    do p = 1, m
      do q = 1, m
        if (q == p) cycle
        factor = b(q, p)                     ! expect: load 408 592 160
        do j = p + 1, m
          b(q, j) = factor * j               ! expect: store 448 600 152
        end do
        do j = 1, 2
          c(q, j) = c(p, j) * factor
        end do
        r(q) = r(q) - factor * r(p)          ! expect: store 800 840 40; load 800 840 40
      end do
    end do
  end subroutine
end module

program main
  use probe
  implicit none
  real(c_double), target :: window(200)
  real(c_double) :: a(m, m), b(m, m), r(m)
  window = 1
  a = 2
  b = 3
  r = 4
  call start(window)
  call times_vector(a, r, window(6))
  call times_vector(window(26), r, b)
  call eliminate(window(51), a, r)
  call eliminate(a, window(81), b)
  call eliminate(a, b, window(101))
  call eliminate(a, b, r)
  call eliminate_two(window(51), a, window(101))
  call eliminate_two(b, a, r)
  if (r(1) == 77) print *, 'no'
contains
  subroutine start(w)
    real(c_double), target :: w(200)
    interface
      subroutine probe_track(address, bytes) bind(c, name='probe_track_if_there')
        import
        type(c_ptr), value :: address
        integer(c_size_t), value :: bytes
      end subroutine
    end interface
    call probe_track(c_loc(w), 1600_c_size_t)
  end subroutine
end program
