! mpif.h
! flags: -cpp
#define USE_MPIF_H
#include "fortran_program.inc"
