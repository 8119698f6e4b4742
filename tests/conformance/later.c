/* What MPI-4.1 allows and earlier libraries refuse: with a library that claims to be one of MPI-4.1. */
#include "conformance.h"

int PMPI_Get_version(int* version, int* subversion) {
  *version = 4;
  *subversion = 1;
  return MPI_SUCCESS;
}

static void query(int flavor) {
  Window w = make_window(flavor, 64, 4);
  MPI_Win_set_errhandler(w.win, MPI_ERRORS_RETURN);
  for (int asked = 0; asked < ranks; ++asked) {
    MPI_Aint size = -1;
    int unit = -1;
    char* base = (char*)&w;
    CHECK_EQUAL(MPI_Win_shared_query(w.win, asked, &size, &unit, &base), MPI_SUCCESS);
    CHECK_EQUAL(unit, 4);
    CHECK_EQUAL(size, asked == rank ? 64 : 0);
    CHECK(base == (asked == rank ? w.memory : NULL));
  }
  drop_window(&w);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  CASE("12.2.3 since MPI-4.1 shared_query of a window that is created tells that others' memory is not shared") query(CREATE);
  CASE("12.2.3 since MPI-4.1 shared_query of a window that is allocated tells that others' memory is not shared") query(ALLOCATE);
  CASE("12.2.4 shared_query of a dynamic window is MPI_ERR_RMA_FLAVOR in all versions") {
    Window w = make_window(DYNAMIC, 64, 4);
    MPI_Aint size;
    int unit, error_class = MPI_SUCCESS;
    void* base;
    MPI_Win_set_errhandler(w.win, MPI_ERRORS_RETURN);
    MPI_Error_class(MPI_Win_shared_query(w.win, rank, &size, &unit, &base), &error_class);
    CHECK_EQUAL(error_class, MPI_ERR_RMA_FLAVOR);
    drop_window(&w);
  }
  return end();
}
