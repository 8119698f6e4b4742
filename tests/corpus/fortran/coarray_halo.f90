! Coarrays, which OpenCoarrays makes of MPI-3 RMA: the images write each other's halo, and sync all orders that.
! ranks: 3
! flags: -fcoarray=lib -Wl,--no-as-needed -lcaf_{mpi}
! not with: mpich 4.2 (OpenCoarrays frees its communicator before all messages on it are received, and this MPICH ends the job)
program coarray_halo
  implicit none
  integer, parameter :: n = 64
  real :: u(0:n+1)[*], v(0:n+1)
  integer :: me, images, left, right, step
  me = this_image()
  images = num_images()
  left = merge(images, me - 1, me == 1)
  right = merge(1, me + 1, me == images)
  u = me
  sync all
  do step = 1, 5
    u(n+1)[left] = u(1)
    u(0)[right] = u(n)
    sync all
    v(1:n) = 0.5 * (u(0:n-1) + u(2:n+1))
    sync all
    u(1:n) = v(1:n)
    sync all
  end do
  if (abs(sum(v(1:n)) - n * me) > n) error stop 1
end program coarray_halo
