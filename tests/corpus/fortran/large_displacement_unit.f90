! In mpi_f08 a displacement unit of MPI_ADDRESS_KIND is enough to be given the procedures for large counts.
! ranks: 2
! mpi: mpich (Open MPI 4 has no large counts)
! finds: early FP-RACE-002
! finds: beside FP-RACE-009
program large_displacement_unit
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
  integer(MPI_ADDRESS_KIND), parameter :: unit = 4
  integer(MPI_COUNT_KIND), parameter :: elements = 4
  integer(MPI_ADDRESS_KIND) :: bytes, unit_there
  type(MPI_Win) :: win, shared
  type(c_ptr) :: base
  integer, pointer :: memory(:), mine(:), theirs(:)
  integer :: rank, peer, values(4)
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  peer = 1 - rank
  values = rank
  call MPI_Win_allocate(64_MPI_ADDRESS_KIND, unit, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
  call c_f_pointer(base, memory, [16])
  memory = -1
  call MPI_Win_fence(0, win)
  call MPI_Put(values, elements, MPI_INTEGER, peer, 1_MPI_ADDRESS_KIND, elements, MPI_INTEGER, win)  ! FINDS(early:put)
  if (memory(2) < -1) stop 1  ! FINDS(early:load)
  call MPI_Win_fence(0, win)
  if (any(memory(2:5) /= peer)) stop 2
  call MPI_Win_free(win)
  call MPI_Win_allocate_shared(64_MPI_ADDRESS_KIND, unit, MPI_INFO_NULL, MPI_COMM_WORLD, base, shared)
  call c_f_pointer(base, mine, [16])
  call MPI_Win_shared_query(shared, peer, bytes, unit_there, base)
  if (bytes /= 64 .or. unit_there /= unit) stop 3
  call c_f_pointer(base, theirs, [16])
  call MPI_Win_fence(0, shared)
  mine(1) = rank  ! FINDS(beside:store)
  if (theirs(1) < -1) stop 4  ! FINDS(beside:load)
  call MPI_Win_fence(0, shared)
  if (theirs(1) /= peer) stop 5
  call MPI_Win_free(shared)
  call MPI_Finalize()
end program
