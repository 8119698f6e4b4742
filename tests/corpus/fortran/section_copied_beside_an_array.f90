! As in section_copied_on_the_stack.f90. From -O1 on gfortran puts the copies where another array lies that is used
! only later, so that their bytes have that array's name.
! finds: put FP-WINDOW-011
! finds: sum FP-WINDOW-011
! flags: -Wno-unused-parameter
! says: is a copy of table(2, :) that the compiler makes for the call
program section_copied_beside_an_array
  implicit none
  include 'mpif.h'
  type pair
    sequence
    double precision :: both(3)
    integer :: count, none
  end type pair
  integer :: rank, ierror, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, place
  double precision, asynchronous :: table(10, 10)
  double precision :: memory(50)
  common /shared/ memory
  type(pair), asynchronous :: pairs(10)
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  table = rank
  bytes = 400
  call MPI_Win_create(memory, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  place = 0
  call MPI_Win_fence(0, win, ierror)
  if (rank == 0) call MPI_Put(table(2, :), 10, MPI_DOUBLE_PRECISION, 1, place, 10, MPI_DOUBLE_PRECISION, win, ierror)  ! FINDS(put)
  call MPI_Win_fence(0, win, ierror)
  if (rank == 0) then
    call MPI_Accumulate(table(1:9:2, 3) * 2, 5, MPI_DOUBLE_PRECISION, 1, place, 5, MPI_DOUBLE_PRECISION, MPI_SUM, win, ierror)  ! FINDS(sum)
  end if
  call MPI_Win_fence(0, win, ierror)
  if (rank == 2) then
    pairs(1)%count = 3
    call MPI_Put(pairs(2)%both, 3, MPI_DOUBLE_PRECISION, 1, place, 3, MPI_DOUBLE_PRECISION, win, ierror)
  end if
  call MPI_Win_fence(0, win, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
end program section_copied_beside_an_array
