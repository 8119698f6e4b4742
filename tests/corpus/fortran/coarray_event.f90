! Coarrays: OpenCoarrays waits for an event with all ranks locked and MPI_MODE_NOCHECK, while the image that posts takes
! an exclusive lock. That is the library's mistake: the finding is a note that names the library.
! ranks: 2
! flags: -fcoarray=lib -Wl,--no-as-needed -lcaf_{mpi}
! not with: mpich 4.2 (for the same reason as coarray_halo.f90)
! finds: lock FP-ASSERT-008
! says: This happens inside libcaf_
! exit: 0
program coarray_event
  use iso_fortran_env
  implicit none
  type(event_type) :: filled[*]
  integer :: box[*]
  box = 0
  sync all
  if (this_image() == 1) then
    box[2] = 7
    event post (filled[2])    ! FINDS(lock)
  end if
  if (this_image() == 2) then
    event wait (filled)       ! FINDS(lock)
    if (box /= 7) error stop 1
  end if
end program coarray_event
