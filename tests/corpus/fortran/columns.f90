! A column and a row of a Fortran array: the row is strided. Puts of disjoint rows by two processes.
! ranks: 3
program columns
  use mpi_f08
  implicit none
  double precision, asynchronous, save :: a(4, 8) = 0, values(8)
  integer :: rank, i
  type(MPI_Win) :: win
  type(MPI_Datatype) :: row
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Win_create(a, 256_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Type_vector(8, 1, 4, MPI_DOUBLE_PRECISION, row)
  call MPI_Type_commit(row)
  values = rank
  call MPI_Win_fence(MPI_MODE_NOPRECEDE, win)
  if (rank > 0) call MPI_Put(values, 8, MPI_DOUBLE_PRECISION, 0, int(rank, MPI_ADDRESS_KIND), 1, row, win)
  call MPI_Type_free(row)
  call MPI_Win_fence(MPI_MODE_NOSUCCEED, win)
  if (rank == 0) then
    do i = 1, 8
      if (abs(a(2, i) - 1) > 0 .or. abs(a(3, i) - 2) > 0) error stop 1
    end do
  end if
  call MPI_Win_free(win)
  call MPI_Finalize()
end program columns
