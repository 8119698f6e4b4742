! Coarrays: OpenCoarrays never frees one of its windows. No line of the program is at fault, so it must not fail for it.
! ranks: 2
! flags: -fcoarray=lib -Wl,--no-as-needed -lcaf_{mpi}
! not with: mpich 4.2 (for the same reason as coarray_halo.f90)
! finds: window FP-WINDOW-009
! says: Inside the library libcaf_
! exit: 0
program coarray_library_window
  implicit none
  integer, allocatable :: a(:)[:], b(:)[:], c(:)[:]
  integer :: box[*], other[*], third[*]
  allocate(a(4)[*], b(4)[*], c(4)[*])
  box = 1; other = 1; third = 1; a = 1; b = 1; c = 1
  sync all
  deallocate(a, b, c)
  call sync_end
contains
  subroutine sync_end
    sync all
  end subroutine ! FINDS(window)
end program
