! use mpi_f08
program main
  use mpi_f08
  implicit none
  integer :: rank, other, ierr, value, many(4), index, found, indices(2)
  logical :: flag
  character(len=MPI_MAX_OBJECT_NAME) :: name
  type(MPI_Status) :: status, statuses(2)
  type(MPI_Request) :: requests(2), first, second
  type(MPI_Comm) :: copy, line, row
  type(MPI_Win) :: window
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  integer :: counts(2), places(2)
  type(MPI_Datatype) :: types(2)
  call MPI_Init(ierr)
  ! trace *: InitEnd call=MPI_Init
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  other = 1 - rank
  value = rank
  many = 0
  call MPI_Isend(value, 1, MPI_INTEGER, other, 3, MPI_COMM_WORLD, first, ierr)
  call MPI_Isend(value, 1, MPI_INTEGER, other, 4, MPI_COMM_WORLD, second, ierr)
  ! trace *: SendBegin call=MPI_Isend communicator=$world tag=3 buffer={$value count=1 datatype=$integer} request=$s1
  ! trace *: SendBegin call=MPI_Isend tag=4 request=$s2
  call MPI_Recv(many, 1, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  ! trace *: ReceiveBegin call=MPI_Recv source=-1 tag=-1 buffer={$many count=1 datatype=$integer} request=0
  ! trace *: ReceiveEnd tag=3
  call MPI_Recv(many, 1, MPI_INTEGER, other, 4, MPI_COMM_WORLD, status, ierr)
  if (status%MPI_TAG /= 4) call MPI_Abort(MPI_COMM_WORLD, 4, ierr)
  call MPI_Wait(second, MPI_STATUS_IGNORE)
  ! trace *: WaitBegin call=MPI_Wait requests=[$s2]
  ! trace *: RequestsDone call=MPI_Wait requests=[$s2]
  call MPI_Test(first, flag, status, ierr)
  if (.not. flag) call MPI_Abort(MPI_COMM_WORLD, 5, ierr)
  ! trace *: RequestsDone call=MPI_Test requests=[$s1]
  call MPI_Irecv(many(1), 1, MPI_INTEGER, other, 5, MPI_COMM_WORLD, requests(1), ierr)
  call MPI_Irecv(many(2), 1, MPI_INTEGER, other, 6, MPI_COMM_WORLD, requests(2), ierr)
  ! trace *: ReceiveBegin call=MPI_Irecv tag=5 request=$r1
  ! trace *: ReceiveBegin call=MPI_Irecv tag=6 request=$r2
  call MPI_Send(value, 1, MPI_INTEGER, other, 6, MPI_COMM_WORLD, ierr)
  call MPI_Waitany(2, requests, index, MPI_STATUS_IGNORE, ierr)
  if (index /= 2) call MPI_Abort(MPI_COMM_WORLD, 6, ierr)
  ! trace *: WaitBegin call=MPI_Waitany need=1 requests=[$r1 $r2]
  ! trace *: RequestsDone call=MPI_Waitany requests=[$r2] tags=[6]
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Send(value, 1, MPI_INTEGER, other, 5, MPI_COMM_WORLD, ierr)
  call MPI_Waitsome(2, requests, found, indices, statuses, ierr)
  if (found /= 1 .or. indices(1) /= 1 .or. statuses(1)%MPI_TAG /= 5) call MPI_Abort(MPI_COMM_WORLD, 7, ierr)
  ! trace *: WaitBegin call=MPI_Waitsome need=1 requests=[$r1]
  ! trace *: RequestsDone call=MPI_Waitsome requests=[$r1] tags=[5]
  call MPI_Recv_init(many(3), 1, MPI_INTEGER, other, 7, MPI_COMM_WORLD, requests(1), ierr)
  call MPI_Send_init(value, 1, MPI_INTEGER, other, 7, MPI_COMM_WORLD, requests(2), ierr)
  call MPI_Startall(2, requests, ierr)
  ! trace *: ReceiveBegin call=MPI_Startall tag=7 request=$p1
  ! trace *: SendBegin call=MPI_Startall tag=7 request=$p2
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
  ! trace *: RequestsDone call=MPI_Waitall requests=[$p1 $p2]
  call MPI_Request_free(requests(1), ierr)
  call MPI_Request_free(requests(2), ierr)
  call MPI_Iprobe(other, 99, MPI_COMM_WORLD, flag, status, ierr)
  if (flag) call MPI_Abort(MPI_COMM_WORLD, 8, ierr)
  call MPI_Sendrecv(value, 1, MPI_INTEGER, other, 8, many, 1, MPI_INTEGER, other, 8, MPI_COMM_WORLD, status, ierr)
  ! trace *: SendBegin call=MPI_Sendrecv tag=8
  ! trace *: ReceiveBegin call=MPI_Sendrecv tag=8 request=0

  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  ! trace *: CollectiveBegin call=MPI_Barrier communicator=$world
  call MPI_Allreduce(MPI_IN_PLACE, many, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  ! trace *: CollectiveBegin call=MPI_Allreduce op=MPI_SUM reads=[{$many count=2 datatype=$integer}] writes=[{$many count=2 datatype=$integer}]
  counts = 1
  places = [0, 4]
  types = MPI_INTEGER
  call MPI_Alltoallw(many(1:2), counts, places, types, many(3), counts, places, types, MPI_COMM_WORLD, ierr)
  ! trace *: CollectiveBegin call=MPI_Alltoallw reads=[{$many count=2 datatype=$integer}]
  call MPI_Comm_dup(MPI_COMM_WORLD, copy, ierr)
  ! defines *: Communicator id=$copy call=MPI_Comm_dup members=[0 1]
  call MPI_Comm_set_name(copy, "  the copy ", ierr)
  ! defines *: CommunicatorName id=$copy name="the copy"
  call MPI_Cart_create(copy, 2, [2, 1], [.true., .false.], .false., line, ierr)
  ! defines 0: Communicator id=$line parent=$copy call=MPI_Cart_create sources=[1 1] destinations=[1 1]
  call MPI_Cart_sub(line, [.true., .false.], row, ierr)
  ! defines 0: Communicator id=$row parent=$line call=MPI_Cart_sub members=[0 1]
  call MPI_Barrier(row, ierr)
  ! trace 0: CollectiveBegin call=MPI_Barrier communicator=$row
  call MPI_Comm_free(row)
  ! trace 0: CommunicatorFreed communicator=$row
  bytes = 16
  call MPI_Win_create(many, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, window, ierr)
  ! trace *: WindowCreateBegin call=MPI_Win_create communicator=$world size=16 displacement_unit=4
  ! trace *: WindowCreateEnd window=$window
  ! defines *: Window id=$window base=$many size=16
  call MPI_Win_set_name(window, "halo", ierr)
  ! defines *: WindowName id=$window name="halo"
  ! (Open MPI's own procedure gives the first letter only.)
  call MPI_Win_get_name(window, name, found, ierr)
  if (found /= 4) call MPI_Abort(MPI_COMM_WORLD, 10, ierr)
  call MPI_Win_get_attr(window, MPI_WIN_SIZE, bytes, flag, ierr)
  if (.not. flag .or. bytes /= 16) call MPI_Abort(MPI_COMM_WORLD, 11, ierr)
  call MPI_Win_get_attr(window, MPI_WIN_DISP_UNIT, bytes, flag, ierr)
  if (.not. flag .or. bytes /= 4) call MPI_Abort(MPI_COMM_WORLD, 12, ierr)
  call MPI_Win_fence(MPI_MODE_NOPRECEDE, window, ierr)
  ! trace *: FenceBegin window=$window asserts=8
  bytes = 3
  call MPI_Put(value, 1, MPI_INTEGER, other, bytes, 1, MPI_INTEGER, window, ierr)
  ! trace *: Transfer call=MPI_Put window=$window origin={$value count=1 datatype=$integer} displacement=3 target_count=1
  call MPI_Win_fence(0, window, ierr)
  if (many(4) /= other) call MPI_Abort(MPI_COMM_WORLD, 9, ierr)
  call MPI_Win_lock(MPI_LOCK_SHARED, other, 0, window, ierr)
  ! trace *: LockBegin call=MPI_Win_lock window=$window
  call MPI_Rget(many(1), 1, MPI_INTEGER, other, bytes, 1, MPI_INTEGER, window, first, ierr)
  ! trace *: Transfer call=MPI_Rget window=$window request=$rget
  call MPI_Wait(first, MPI_STATUS_IGNORE, ierr)
  ! trace *: RequestsDone call=MPI_Wait requests=[$rget]
  call MPI_Win_unlock(other, window, ierr)
  ! trace *: UnlockBegin call=MPI_Win_unlock window=$window
  if (many(1) /= rank) call MPI_Abort(MPI_COMM_WORLD, 13, ierr)
  call MPI_Win_free(window, ierr)
  ! trace *: WindowFreeBegin window=$window
  call MPI_Finalize(ierr)
  ! trace *: FinalizeBegin
  ! trace *: FinalizeEnd
end program
