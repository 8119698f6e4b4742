! Coarrays: the neighbour reads its halo before anything signals that the data has come.
! ranks: 3
! flags: -fcoarray=lib -Wl,--no-as-needed -lcaf_{mpi}
! not with: mpich 4.2 (for the same reason as coarray_halo.f90)
! finds: halo FP-RACE-002
! says: in coarray_read_too_early, in a call of _gfortran_caf_send
program coarray_read_too_early
  implicit none
  integer, parameter :: n = 16
  real :: u(0:n)[*], v(1:n)
  integer :: me, right
  me = this_image()
  right = merge(1, me + 1, me == num_images())
  u = me
  sync all
  u(0)[right] = u(n)          ! FINDS(halo:put)
  v = 0.5 * (u(0:n-1) + u(1:n))  ! FINDS(halo:load)
  sync all
  if (abs(v(n) - me) > 0.1) error stop 1
end program coarray_read_too_early
