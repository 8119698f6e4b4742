! What the compiler leaves to its library: sections, input and output, whole arrays.
module probe
  use, intrinsic :: iso_c_binding
  implicit none
contains
  subroutine work(w, v, t)
    real(c_double), intent(inout) :: w(:)
    real(c_double), intent(in) :: v(:)
    real(c_double), intent(out) :: t
    character(len=80) :: text
    ! (The place of a sum that flang turns into a function is the statement before.)
    w(2:20:3) = v(1:7); t = sum(w(31:40))  ! expect: store 8 160 56; load 240 320 80
    text = '1.5 2.5'
    read (text, *) w(51), w(52)            ! expect: store 400 416 16
    write (text, *) w(61)                  ! expect: load 480 488 8
    write (text, '(4F8.2)') w(71:77:2)     ! expect: load 560 616 32
    read (text, *) w(81:84)                ! expect: store 640 672 32
  end subroutine
end module

program main
  use probe
  implicit none
  real(c_double), target :: window(100)
  real(c_double) :: other(10), t
  window = 1
  other = 2
  call start(window)
  call work(window, other, t)
  if (t < 0) print *, 'no'
contains
  subroutine start(w)
    real(c_double), target :: w(100)
    interface
      subroutine probe_track(address, bytes) bind(c, name='probe_track_if_there')
        import
        type(c_ptr), value :: address
        integer(c_size_t), value :: bytes
      end subroutine
    end interface
    call probe_track(c_loc(w), 800_c_size_t)
  end subroutine
end program
