! Fortran: both ranks start towards each other before they post, with starts that need the posts at complete.
! finds: cycle FP-MATCH-008
! says: MPI_Win_post
! options: --hang-timeout 2
! mpi: mpich (with Open MPI the place of MPI_Win_complete is given as the line of the program statement)
program posts_in_fortran
  use mpi
  implicit none
  integer :: ierr, rank, other, win, world, group, memory(4), value
  integer(kind=MPI_ADDRESS_KIND) :: bytes, zero
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  other = 1 - rank
  memory = 0
  value = rank
  bytes = 16
  zero = 0
  call MPI_Win_create(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Comm_group(MPI_COMM_WORLD, world, ierr)
  call MPI_Group_incl(world, 1, [other], group, ierr)
  call MPI_Win_start(group, 0, win, ierr)    ! FINDS(cycle|call)
  call MPI_Put(value, 1, MPI_INTEGER, other, zero, 1, MPI_INTEGER, win, ierr)
  call MPI_Win_complete(win, ierr)           ! FINDS(cycle|call)
  call MPI_Win_post(group, 0, win, ierr)
  call MPI_Win_wait(win, ierr)
  call MPI_Group_free(group, ierr)
  call MPI_Group_free(world, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
