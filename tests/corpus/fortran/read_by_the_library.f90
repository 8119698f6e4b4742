! Intrinsic functions of whole arrays and strings that gfortran's library executes: it reads what another process is putting.
! flags: -Wno-compare-reals -Wno-maybe-uninitialized
! finds: sums FP-RACE-002
! finds: masked_sums FP-RACE-002
! finds: products FP-RACE-002
! finds: maxima FP-RACE-002
! finds: masked_minima FP-RACE-002
! finds: places FP-RACE-002
! finds: place FP-RACE-002
! finds: masked_place FP-RACE-002
! finds: norms FP-RACE-002
! finds: all_of FP-RACE-002
! finds: any_of FP-RACE-002
! finds: counts FP-RACE-002
! finds: matrices FP-RACE-002
! finds: turned FP-RACE-002
! finds: shifted FP-RACE-002
! finds: shifted_in FP-RACE-002
! finds: packed FP-RACE-002
! finds: spread_out FP-RACE-002
! finds: repeated FP-RACE-002
! finds: unpacked FP-RACE-002
! finds: field FP-RACE-002
! finds: adjusted FP-RACE-002
! finds: looked_up FP-RACE-002
! finds: scanned FP-RACE-002
! finds: verified FP-RACE-002
program read_by_the_library
  use mpi
  use iso_c_binding
  implicit none
  integer, parameter :: bytes = 1024
  integer :: rank, window, ierr, k, k2(2), k4(4)
  real(8), pointer :: g(:), m(:, :)
  logical, pointer :: l(:, :)
  character(16), pointer :: c
  character(16) :: d
  real(8), asynchronous :: source(bytes / 8)
  real(8) :: u(4), v(16), a(4, 4), b(2, 4), n(4, 4)
  logical :: q(4)
  type(c_ptr) :: memory, part
  integer(c_intptr_t) :: address
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Win_allocate(int(bytes, MPI_ADDRESS_KIND), 8, MPI_INFO_NULL, MPI_COMM_WORLD, memory, window, ierr)
  call c_f_pointer(memory, g, [32])
  address = transfer(memory, address) + 256
  part = transfer(address, part)
  call c_f_pointer(part, l, [4, 4])
  address = address + 256
  part = transfer(address, part)
  call c_f_pointer(part, c)
  m(1:4, 1:4) => g(1:16)
  g = [(real(k, 8), k = 1, 32)]
  l = .true.
  c = '  ab'
  n = 1
  n(2, 2) = -1
  source = 2
  ! The values are those of the functions themselves.
  u = sum(m, 2)
  if (any(u /= [28d0, 32d0, 36d0, 40d0])) error stop 1
  u = sum(m, 1, n > 0)
  if (any(u /= [10d0, 20d0, 42d0, 58d0])) error stop 2
  k2 = maxloc(m, n > 0)
  if (any(k2 /= 4)) error stop 3
  a = matmul(m, n)
  if (a(1, 1) /= 28d0 .or. a(1, 2) /= 18d0) error stop 4
  a = cshift(m, [1, 0, 1, 2])
  if (a(1, 1) /= 2d0 .or. a(4, 4) /= 14d0) error stop 5
  a = eoshift(m, 1, boundary=n(:, 1))
  if (a(4, 1) /= 1d0 .or. a(1, 1) /= 2d0) error stop 6
  v = pack(m, .true.)
  a = unpack(v, n > 0, m)
  if (a(2, 2) /= 6d0 .or. a(3, 2) /= 6d0) error stop 7
  d = adjustl(c)
  if (d /= 'ab' .or. index(c, 'b') /= 4 .or. scan(c, 'ba') /= 3 .or. verify(c, ' ') /= 3) error stop 8
  call MPI_Win_lock_all(0, window, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0) then
    call MPI_Put(source, bytes, MPI_BYTE, 1, 0_MPI_ADDRESS_KIND, bytes, MPI_BYTE, window, ierr)  ! FINDS(sums:put, masked_sums:put, products:put, maxima:put, masked_minima:put, places:put, place:put, masked_place:put, norms:put, all_of:put, any_of:put, counts:put, matrices:put, turned:put, shifted:put, shifted_in:put, packed:put, spread_out:put, repeated:put, unpacked:put, field:put, adjusted:put, looked_up:put, scanned:put, verified:put)
    call MPI_Win_flush(1, window, ierr)
  else
    u = sum(m, 2)  ! FINDS(sums:load)
    u = sum(m, 1, n > 0)  ! FINDS(masked_sums:load)
    u = product(m, 1)  ! FINDS(products:load)
    u = maxval(m, 1)  ! FINDS(maxima:load)
    u = minval(m, 2, n > 0)  ! FINDS(masked_minima:load)
    k4 = maxloc(m, 1)  ! FINDS(places:load)
    k2 = minloc(m)  ! FINDS(place:load)
    k2 = maxloc(m, n > 0)  ! FINDS(masked_place:load)
    u = norm2(m, 1)  ! FINDS(norms:load)
    q = all(l, 1)  ! FINDS(all_of:load)
    q = any(l, 2)  ! FINDS(any_of:load)
    k4 = count(l, 1)  ! FINDS(counts:load)
    a = matmul(m, n)  ! FINDS(matrices:load)
    a = cshift(m, [1, 0, 1, 2])  ! FINDS(turned:load)
    a = eoshift(m, [1, 0, 1, 2])  ! FINDS(shifted:load)
    a = eoshift(m, 1, boundary=n(:, 1))  ! FINDS(shifted_in:load)
    v = pack(m, .true.)  ! FINDS(packed:load)
    b = spread(g(17:20), 1, 2)  ! FINDS(spread_out:load)
    u = spread(g(17), 1, 4)  ! FINDS(repeated:load)
    a = unpack(g(1:16), n > 0, 0d0)  ! FINDS(unpacked:load)
    a = unpack(v, n > 0, m)  ! FINDS(field:load)
    d = adjustl(c)  ! FINDS(adjusted:load)
    k = index(c, 'z')  ! FINDS(looked_up:load)
    k = scan(c, 'xyz')  ! FINDS(scanned:load)
    k = verify(c, 'abc ')  ! FINDS(verified:load)
  end if
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank < 0) print *, a, b, u, v, q, d, k, k2, k4
  call MPI_Win_unlock_all(window, ierr)
  call MPI_Win_free(window, ierr)
  call MPI_Finalize(ierr)
end program read_by_the_library
