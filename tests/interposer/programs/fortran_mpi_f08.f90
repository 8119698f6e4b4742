! use mpi_f08
! flags: -cpp
#define USE_MPI_F08
#include "fortran_program.inc"
