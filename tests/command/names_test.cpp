// Memory by the source's names, in C, C++ and Fortran: names of variables there, and of memory that was exposed,
// allocated or passed. Rather no name than a wrong one.
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "command_fixture.h"

namespace fencepost {
namespace {

class NamesOfMemory : public Command {
 protected:
  // What the findings about a program say about the memory.
  std::set<std::string> memories(const std::string& compiler, const std::string& file, const std::string& source,
                                 const std::string& options) const {
    write(file, source);
    Outcome outcome = shell(fmt::format("{} {} {} -o program", compiler, options, file));
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    const std::string mpi = compiler.substr(compiler.find('.') + 1);
    outcome = fencepost(fmt::format("run --quiet --no-html --json out.json -- mpiexec.{} -n 2 ./program", mpi));
    EXPECT_EQ(outcome.status, 66) << outcome.text;
    std::set<std::string> all;
    const auto json = nlohmann::json::parse(contents_of("out.json"), nullptr, false);
    if (json.is_discarded()) return all;
    for (const auto& finding : json.at("findings")) {
      for (const auto& access : finding.at("accesses")) all.insert(access.at("bytes").at("of"));
    }
    return all;
  }
};

constexpr const char* kC = R"(#include <mpi.h>
#include <stdlib.h>
struct cell { double left, right[4]; };
struct mesh { int n; struct cell *cells; };
double one = 1, two = 2;
#define TWICE(place) \
  MPI_Win_lock_all(0, win); \
  if (rank == 0) { \
    MPI_Put(&one, 1, MPI_DOUBLE, 1, place, 1, MPI_DOUBLE, win); \
    MPI_Put(&two, 1, MPI_DOUBLE, 1, place, 1, MPI_DOUBLE, win); \
  } \
  MPI_Win_unlock_all(win); \
  MPI_Win_free(&win)
static void allocated(int rank) {
  double(*grid)[16];
  MPI_Win win;
  MPI_Win_allocate(16 * 16 * 8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &grid, &win);
  TWICE((16 + 3) * 8);
}
static void created(int rank, struct mesh *mesh) {
  MPI_Win win;
  MPI_Win_create((void *)mesh->cells, 10 * sizeof(struct cell), 1,
                 MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  TWICE(3 * sizeof(struct cell) + 16);
}
static void on_the_stack(int rank) {
  double local[5][7];
  MPI_Win win;
  MPI_Win_create(local, sizeof local, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  TWICE((2 * 7 + 6) * 8);
}
static void of_unknown_type(int rank) {
  void *bytes = malloc(80);
  MPI_Win win;
  MPI_Win_create(bytes, 80, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  TWICE(0);
  free(bytes);
}
static void ambiguous(int rank) {
  double *same = malloc(80);
  MPI_Win win;
  {
    float *same = malloc(80);
    MPI_Win_create(same, 80, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  }
  TWICE(8);
  free(same);
}
static void buffers(int rank) {
  double *heap = malloc(80), *base;
  MPI_Win win;
  MPI_Win_allocate(80, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(heap, 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, win);
    MPI_Get(heap, 2, MPI_DOUBLE, 1, 4, 2, MPI_DOUBLE, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  free(heap);
}
static void computed(int rank) {
  double *heap = malloc(160), *base, (*rows)[10] = malloc(800);
  volatile int i = 2;
  MPI_Win win;
  MPI_Win_allocate(80, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(&heap[i * 4], 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, win);
    MPI_Get(heap + 8, 2, MPI_DOUBLE, 1, 4, 2, MPI_DOUBLE, win);
    MPI_Get(&rows[i][0], 1, MPI_DOUBLE, 1, 6, 1, MPI_DOUBLE, win);
    MPI_Get((char *)heap + 80 * (i - i), 1, MPI_DOUBLE, 1, 7, 1, MPI_DOUBLE, win);
    MPI_Get(&rows[2], 2, MPI_DOUBLE, 1, 7, 2, MPI_DOUBLE, win);
    MPI_Get(heap, 1, MPI_DOUBLE, 1, 9, 1, MPI_DOUBLE, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  free(heap);
  free(rows);
}
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  struct mesh mesh = {10, calloc(10, sizeof(struct cell))};
  allocated(rank);
  created(rank, &mesh);
  on_the_stack(rank);
  of_unknown_type(rank);
  ambiguous(rank);
  buffers(rank);
  computed(rank);
  free(mesh.cells);
  MPI_Finalize();
  return 0;
}
)";

TEST_F(NamesOfMemory, InC) {
  const std::string memory = "window memory of rank 1";
  for (const char* options : {"-g -O0 -w", "-g -O2 -w"}) {
    EXPECT_EQ(memories("mpicc." + mpis().front(), "program.c", kC, options),
              (std::set<std::string>{
                  memory, memory + ", allocated as grid[1][3]", memory + ", exposed as mesh->cells[3].right[1]",
                  memory + ", local[2][6]", "result buffer of rank 0, given as heap[0]",
                  "result buffer of rank 0, given as (&heap[i * 4])[0..3]",
                  "result buffer of rank 0, given as (heap + 8)[0..1]", "result buffer of rank 0, given as rows[i][0]",
                  "result buffer of rank 0, given as rows[2][0..1]", "result buffer of rank 0, given as heap[0..1]",
                  "result buffer of rank 0, given as heap[0..3]"}));
  }
}

constexpr const char* kCpp = R"(#include <mpi.h>
#include <vector>
double one = 1, two = 2;
int rank;
#define TWICE(place) \
  MPI_Win_lock_all(0, win); \
  if (rank == 0) { \
    MPI_Put(&one, 1, MPI_DOUBLE, 1, place, 1, MPI_DOUBLE, win); \
    MPI_Put(&two, 1, MPI_DOUBLE, 1, place, 1, MPI_DOUBLE, win); \
  } \
  MPI_Win_unlock_all(win); \
  MPI_Win_free(&win)
float *field = nullptr;  // another one than the member
class Mesh {
 public:
  void expose() {
    MPI_Win win;
    MPI_Win_create(field, 80, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    TWICE(4);
  }
  double *field = new double[10];
};
template <class T>
void of(std::vector<T> &values) {
  MPI_Win win;
  MPI_Win_create(values.data(), 80, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  TWICE(5);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Mesh().expose();
  std::vector<double> values(10);
  of(values);
  MPI_Finalize();
}
)";

TEST_F(NamesOfMemory, InCpp) {
  const std::string memory = "window memory of rank 1";
  EXPECT_EQ(memories("mpicxx." + mpis().front(), "program.cpp", kCpp, "-g -O1 -w"),
            (std::set<std::string>{memory + ", exposed as field[4]", memory + ", exposed as values[5]"}));
}

constexpr const char* kFortran = R"(program names
  use mpi
  implicit none
  integer :: ierr, rank
  real(8), save :: one(1) = 1, two(1) = 2
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call fixed()
  call allocated()
  call MPI_Finalize(ierr)
contains
  subroutine fixed()
    real(8), volatile :: grid(4, 5)
    integer(MPI_ADDRESS_KIND) :: place
    integer :: win
    grid = 0
    call MPI_Win_create(grid, 160_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
    place = 9
    call MPI_Win_lock_all(0, win, ierr)
    if (rank == 0) then
      call MPI_Put(one, 1, MPI_DOUBLE_PRECISION, 1, place, 1, MPI_DOUBLE_PRECISION, win, ierr)
      call MPI_Put(two, 1, MPI_DOUBLE_PRECISION, 1, place, 1, MPI_DOUBLE_PRECISION, win, ierr)
    end if
    call MPI_Win_unlock_all(win, ierr)
    call MPI_Win_free(win, ierr)
  end subroutine
  subroutine allocated()
    real(8), allocatable :: heap(:)
    integer(MPI_ADDRESS_KIND) :: place
    integer :: win
    allocate(heap(20))
    call MPI_Win_create(heap, 160_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
    place = 9
    call MPI_Win_lock_all(0, win, ierr)
    if (rank == 0) then
      call MPI_Put(one, 1, MPI_DOUBLE_PRECISION, 1, place, 1, MPI_DOUBLE_PRECISION, win, ierr)
      call MPI_Put(two, 1, MPI_DOUBLE_PRECISION, 1, place, 1, MPI_DOUBLE_PRECISION, win, ierr)
    end if
    call MPI_Win_unlock_all(win, ierr)
    call MPI_Win_free(win, ierr)
    deallocate(heap)
  end subroutine
end program
)";

TEST_F(NamesOfMemory, InFortran) {
  const std::string memory = "window memory of rank 1";
  EXPECT_EQ(memories("mpifort." + mpis().front(), "program.f90", kFortran, "-g -O0 -w"),
            (std::set<std::string>{memory + ", grid(2,3)", memory + ", heap"}));
}

}  // namespace
}  // namespace fencepost
