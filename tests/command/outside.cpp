// Calls of MPI at a time when MPI does not allow them.
//
// usage: outside WAY [FUNCTION…]
//   table-before, table-after: each function is called then. The library ends the process for each of them; here this is
//   the end of that call alone
//   allowed-before, allowed-after: what may be called then
//   destructor, atexit, constructor, twice, sessions, free: one mistake as people make it
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <mpi.h>
#include <string>
#include <unistd.h>

namespace {

const char* way = "";
MPI_Win win = MPI_WIN_NULL;
int memory[4];
int value = 7;

bool is(const char* word) {
  return std::strcmp(way, word) == 0;
}

sigjmp_buf back;
bool goes_on = false;

void on_death(int) {
  siglongjmp(back, 1);
}

}  // namespace

// The MPI library's calls come here.
extern "C" void exit(int status) {
  if (goes_on) siglongjmp(back, 1);
  reinterpret_cast<void (*)(int)>(dlsym(RTLD_NEXT, "exit"))(status);
  std::abort();
}
extern "C" void _exit(int status) {
  if (goes_on) siglongjmp(back, 1);
  reinterpret_cast<void (*)(int)>(dlsym(RTLD_NEXT, "_exit"))(status);
  std::abort();
}

namespace {

using Words = long;
using Function = int (*)(Words, Words, Words, Words, Words, Words, Words, Words, Words, Words, Words, Words, Words);

// Each call has a place of its own only if it is not in a loop: so this is a function for each number.
template <int kNumber>
__attribute__((noinline)) int call_number(Function function) {
  const int result = function(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  asm volatile("" ::"r"(kNumber));
  return result;
}
template <int... kNumbers>
void call_as(int number, Function function, std::integer_sequence<int, kNumbers...>) {
  ((number == kNumbers ? (void)call_number<kNumbers>(function) : void()), ...);
}

void call_each(int count, char** names) {
  for (int number : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE}) {
    struct sigaction action = {};
    action.sa_handler = on_death;
    action.sa_flags = SA_NODEFER;
    sigaction(number, &action, nullptr);
  }
  goes_on = true;
  static int i;  // survives the jumps
  for (i = 0; i < count; ++i) {
    auto* const function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, (std::string("MPI_") + names[i]).c_str()));
    if (function == nullptr) continue;
    if (sigsetjmp(back, 1) == 0) call_as(i, function, std::make_integer_sequence<int, 64>());
  }
  goes_on = false;
  _exit(0);
}

void call_what_is_allowed() {
  int flag, version, subversion, length;
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  MPI_Initialized(&flag);
  MPI_Finalized(&flag);
  MPI_Get_version(&version, &subversion);
  MPI_Get_library_version(text, &length);
  MPI_T_init_thread(MPI_THREAD_SINGLE, &flag);  // (MPICH 4.0 crashes in MPI_Init after MPI_T_finalize)
#if MPI_VERSION >= 4
  MPI_Info info, copy;
  MPI_Info_create(&info);
  MPI_Info_set(info, "key", "value");
  MPI_Info_get(info, "key", 5, text, &flag);
  MPI_Info_get_nkeys(info, &length);
  MPI_Info_dup(info, &copy);
  MPI_Info_delete(copy, "key");
  MPI_Info_free(&copy);
  MPI_Info_free(&info);
#endif
}

void free_if_asked() {
  if (is("atexit")) MPI_Win_free(&win);  // LINE atexit
}

struct Static {
  ~Static() {
    if (is("destructor")) MPI_Win_free(&win);  // LINE destructor
  }
} object;

__attribute__((constructor)) void early(int, char** words, char**) {
  if (std::strcmp(words[1] != nullptr ? words[1] : "", "constructor") != 0) return;
  MPI_Barrier(MPI_COMM_WORLD);  // LINE constructor
}

#if MPI_VERSION >= 4
void use_sessions() {
  MPI_Session session;
  MPI_Group group;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://SELF", &group);
  MPI_Group_free(&group);
  MPI_Session_finalize(&session);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Session_finalize(&session);
  MPI_Datatype type;
  MPI_Type_contiguous(2, MPI_INT, &type);  // LINE sessions
}
#endif

}  // namespace

int main(int argc, char** argv) {
  way = argv[1];
  if (is("table-before")) call_each(argc - 2, argv + 2);
  if (is("allowed-before")) call_what_is_allowed();
#if MPI_VERSION >= 4
  if (is("sessions")) use_sessions();
#endif
  if (is("atexit")) std::atexit(free_if_asked);
  MPI_Init(&argc, &argv);
  if (is("twice")) MPI_Init(&argc, &argv);  // LINE twice
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (is("put") || is("destructor") || is("atexit")) {
    MPI_Win_fence(0, win);
  } else {
    MPI_Win_free(&win);
  }
  MPI_Finalize();
  if (is("table-after")) call_each(argc - 2, argv + 2);
  if (is("allowed-after")) call_what_is_allowed();
  if (is("put")) MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // LINE put
  return 0;
}
