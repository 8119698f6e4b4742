! Coarrays: OpenCoarrays asserts that no lock conflicts, and takes one that does. It is not the program's mistake.
! ranks: 2
! flags: -fcoarray=lib -Wl,--no-as-needed -lcaf_{mpi}
! not with: mpich 4.2 (for the same reason as coarray_halo.f90)
! finds: assert FP-ASSERT-008
! says: This happens inside libcaf_
! exit: 0
program coarray_library_event
  use iso_fortran_env
  implicit none
  type(event_type), allocatable :: ready(:)[:]
  integer :: me
  real :: box(4)[*]
  me = this_image()
  allocate(ready(num_images())[*])
  box = 0
  sync all
  if (me == 1) then
    box(:)[2] = [1., 2., 3., 4.]
    event post(ready(1)[2])  ! FINDS(assert)
  else if (me == 2) then
    event wait(ready(1))  ! FINDS(assert)
    if (any(nint(box) /= [1, 2, 3, 4])) error stop 1
  end if
  sync all
end program coarray_library_event
