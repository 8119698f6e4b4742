! Results of statements and intrinsic procedures are stored into the buffer that a put still sends.
! flags: -fallow-argument-mismatch -w
! finds: name FP-RACE-004
! finds: exist FP-RACE-004
! finds: length FP-RACE-004
! finds: unit FP-RACE-004
! finds: clock FP-RACE-004
! finds: seeds FP-RACE-004
! finds: message FP-RACE-004
! finds: listed FP-RACE-004
! finds: result FP-RACE-004
! finds: folder FP-RACE-004
! finds: day FP-RACE-004
! finds: host FP-RACE-004
program answers_in_arguments
  use mpi
  implicit none
  character(len=64), asynchronous, save :: name
  logical, asynchronous, save :: exist
  integer(8), asynchronous, save :: length
  integer, asynchronous, save :: unit
  integer(8), asynchronous, save :: clock
  integer, asynchronous, save :: seeds(64)
  character(len=64), asynchronous, save :: message
  integer, asynchronous, save :: listed(2)
  integer, asynchronous, save :: result
  character(len=64), asynchronous, save :: folder
  integer, asynchronous, save :: day(3)
  character(len=64), asynchronous, save :: host
  character(len=24) :: text = '&list listed = 1, 2 /'
  character, asynchronous, save :: memory(1024)
  integer :: rank, ierror, win, other
  integer(MPI_ADDRESS_KIND) :: bytes, first
  namelist /list/ listed
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  bytes = 1024
  call MPI_Win_create(memory, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  if (rank == 0) open(unit=7, status='scratch')
  call MPI_Win_fence(0, win, ierror)
  if (rank == 0) then
    first = 0
    call MPI_Put(name, 64, MPI_CHARACTER, 1, first, 64, MPI_CHARACTER, win, ierror)  ! FINDS(name:put)
    first = 64
    call MPI_Put(exist, 1, MPI_LOGICAL, 1, first, 1, MPI_LOGICAL, win, ierror)  ! FINDS(exist:put)
    first = 72
    call MPI_Put(length, 1, MPI_INTEGER8, 1, first, 1, MPI_INTEGER8, win, ierror)  ! FINDS(length:put)
    first = 80
    call MPI_Put(unit, 1, MPI_INTEGER, 1, first, 1, MPI_INTEGER, win, ierror)  ! FINDS(unit:put)
    first = 88
    call MPI_Put(clock, 1, MPI_INTEGER8, 1, first, 1, MPI_INTEGER8, win, ierror)  ! FINDS(clock:put)
    first = 96
    call MPI_Put(seeds, 64, MPI_INTEGER, 1, first, 64, MPI_INTEGER, win, ierror)  ! FINDS(seeds:put)
    first = 352
    call MPI_Put(message, 64, MPI_CHARACTER, 1, first, 64, MPI_CHARACTER, win, ierror)  ! FINDS(message:put)
    first = 416
    call MPI_Put(listed, 2, MPI_INTEGER, 1, first, 2, MPI_INTEGER, win, ierror)  ! FINDS(listed:put)
    first = 424
    call MPI_Put(result, 1, MPI_INTEGER, 1, first, 1, MPI_INTEGER, win, ierror)  ! FINDS(result:put)
    first = 432
    call MPI_Put(folder, 64, MPI_CHARACTER, 1, first, 64, MPI_CHARACTER, win, ierror)  ! FINDS(folder:put)
    first = 496
    call MPI_Put(day, 3, MPI_INTEGER, 1, first, 3, MPI_INTEGER, win, ierror)  ! FINDS(day:put)
    first = 512
    call MPI_Put(host, 64, MPI_CHARACTER, 1, first, 64, MPI_CHARACTER, win, ierror)  ! FINDS(host:put)
    inquire(unit=7, name=name)  ! FINDS(name:store)
    inquire(file='no such file', exist=exist)  ! FINDS(exist:store)
    inquire(unit=7, size=length)  ! FINDS(length:store)
    open(newunit=unit, status='scratch')  ! FINDS(unit:store)
    call system_clock(count=clock)  ! FINDS(clock:store)
    call random_seed(get=seeds)  ! FINDS(seeds:store)
    read(7, *, iomsg=message, end=1) other  ! FINDS(message:store)
1   continue
    read(text, nml=list)  ! FINDS(listed:store)
    call execute_command_line('true', exitstat=result)  ! FINDS(result:store)
    call getcwd(folder)  ! FINDS(folder:store)
    call idate(day)  ! FINDS(day:store)
    call hostnm(host)  ! FINDS(host:store)
  end if
  call MPI_Win_fence(0, win, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
end program answers_in_arguments
