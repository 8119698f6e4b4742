#include "interposer/signals.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <dlfcn.h>
#include <execinfo.h>
#include <ucontext.h>

#include "interposer/call_at_death.h"
#include "memory/memory_check.h"
#include "record/died_in_call.h"
#include "recorder/looks.h"
#include "recorder/recorder.h"
#include "threads/signal_stack.h"

namespace fencepost::interposer {
namespace {

// Faults of the program, and signals that end it unless handled. Not those of timers, devices and users (SIGALRM,
// SIGUSR2 …): a handler for one of them tells the watch for hangs that it may set the process going again.
constexpr int kFaults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP};
constexpr int kRequests[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ};
// They come again when the instruction is repeated.
constexpr int kOfInstructions[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

template <std::size_t kCount>
bool is_in(const int (&numbers)[kCount], int number) {
  return std::ranges::count(numbers, number) > 0;
}

struct sigaction previous[NSIG];

Fault fault_of(const siginfo_t& info, std::uint64_t address) {
  if (info.si_signo == SIGBUS) return info.si_code == BUS_ADRERR ? Fault::kBeyondFile : Fault::kNone;
  const bool is_there = info.si_code == SEGV_ACCERR &&
                        memory::memory_check().may_use(address, address + 1, memory::MemoryCheck::Use::kRead);
  return is_there ? Fault::kReadOnly : Fault::kNoMemory;
}

// The process that has sent it with kill, raise or sigqueue.
std::uint64_t sender_of(const siginfo_t& info) {
  const bool by_process = info.si_code == SI_USER || info.si_code == SI_TKILL || info.si_code == SI_QUEUE;
  return by_process ? static_cast<std::uint64_t>(info.si_pid) : 0;
}

// A handler that was set later calls this one, because this one was there before.
bool is_passed_on(int number) {
  struct sigaction now = {};
  return sigaction(number, nullptr, &now) == 0 && now.sa_handler != SIG_DFL;  // as SA_RESETHAND leaves it
}

// Writes the events, restores the previous action, and lets the signal come again: a fault comes by itself when its
// instruction is repeated, any other signal is raised.
void record_death(int number, siginfo_t* info, void* context) {
  const bool own_fault = is_in(kFaults, number);
  if (!own_fault && is_passed_on(number)) return;
  const bool faulted = (number == SIGSEGV || number == SIGBUS) && info->si_code > 0 && info->si_code != SI_KERNEL;
  const std::uint64_t address = faulted ? reinterpret_cast<std::uint64_t>(info->si_addr) : 0;
  // What the thread loaded and stored since its last event: often exactly what has led here.
  const auto interrupted =
      static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
  const bool is_in_call = record::detail::looks_of_thread.in_call;
  if (own_fault || (!is_in_call && is_in_instrumented_code(interrupted))) record::flush_segment();
  const bool in_call = is_in_call && own_fault;
  if (const CallAtDeath at = in_call ? call_at_death() : CallAtDeath{}; at.frame != nullptr)
    record::write_from_signal(
        died_in_call(record::stack_above(at.frame), at.call, faulted ? fault_of(*info, address) : Fault::kNone));
  record::write_from_signal(event::Signal{.number = static_cast<std::uint64_t>(number),
                                          .stack = record::current_stack(),
                                          .address = address,
                                          .sender = sender_of(*info)});
  sigaction(number, &previous[number], nullptr);
  const bool repeats = info->si_code > 0 && is_in(kOfInstructions, number);
  if (!repeats) raise(number);
}

// The handlers of the MPI library, of UCX below it and of Fortran's runtime only print a backtrace before the process
// dies.
bool only_prints(const struct sigaction& action) {
  Dl_info place;
  const auto* const address = reinterpret_cast<const void*>(action.sa_sigaction);
  if (dladdr(address, &place) == 0 || place.dli_fname == nullptr) return false;
  for (const char* name : {"libmpi", "libopen-pal", "libopen-rte", "libucs", "libgfortran"}) {
    if (std::strstr(place.dli_fname, name) != nullptr) return true;
  }
  return false;
}

void watch(int number, bool beside_mpi) {
  struct sigaction& before = previous[number];
  if (sigaction(number, nullptr, &before) != 0) return;
  const bool by_default = (before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler == SIG_DFL;
  const bool ignored = (before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler == SIG_IGN;
  if (ignored || (!by_default && !(beside_mpi && only_prints(before)))) return;
  struct sigaction action = {};
  action.sa_sigaction = record_death;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, nullptr);
}

}  // namespace

void watch_signals() {
  // The handlers of MPI libraries print a backtrace. For the first one the C library loads another library, which needs
  // memory: if malloc itself has found the heap broken, it would wait for itself.
  void* frame = nullptr;
  backtrace(&frame, 1);
  threads::give_signal_stack();
  for (const int number : kFaults) watch(number, true);
  for (const int number : kRequests) watch(number, false);
}

}  // namespace fencepost::interposer
