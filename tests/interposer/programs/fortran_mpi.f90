! use mpi
! flags: -cpp
#define USE_MPI
#include "fortran_program.inc"
