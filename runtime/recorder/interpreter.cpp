// CPython has a function for crash reports, _Py_DumpTraceback, that prints where a thread is. It takes no lock,
// allocates nothing and may be called in a signal handler. We need no more: callers of MPI (mpi4py, ctypes)
// have given up the interpreter's lock, and whatever needs it would wait or start garbage collection. Versions up
// to 3.12 export it. It prints through write(), in pieces; libfencepost.so wraps that function
// and returns to us what goes to a file descriptor that no file has.
#include "recorder/interpreter.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstring>
#include <dlfcn.h>
#include <functional>

#include "record/vocabulary.h"
#include "recorder/process.h"

namespace fencepost::record {

namespace detail {

// Those of one thread.
struct InterpretedStacks {
  static constexpr std::size_t kText = std::size_t{16} << 10;
  static constexpr std::size_t kKnown = 512;
  struct Known {
    std::uint64_t hash;
    std::uint64_t id;
  };
  std::size_t length;
  char text[kText];
  Known known[kKnown];
};

namespace {

using ThisThread = void* (*)();
using Print = void (*)(int file, void* thread);
constinit std::atomic<ThisThread> this_python_thread{nullptr};
constinit std::atomic<Print> print_thread{nullptr};

struct KnownPlace {
  std::string_view line;  // as it was printed
  std::uint64_t address = 0;
  KnownPlace* next = nullptr;
};
constexpr std::size_t kBuckets = 1024;
constinit KnownPlace* places[kBuckets];
constinit std::uint64_t next_address = kFirstInterpreted;

// "  File "/home/me/halo.py", line 12 in exchange".
struct Parts {
  std::string_view file;
  std::uint64_t line = 0;
  std::string_view function;
};
bool parse(std::string_view text, Parts& parts) {
  constexpr std::string_view kFile = "  File \"";
  constexpr std::string_view kLine = "\", line ";
  constexpr std::string_view kFunction = " in ";
  if (!text.starts_with(kFile)) return false;
  text.remove_prefix(kFile.size());
  const auto line = text.rfind(kLine);
  if (line == std::string_view::npos) return false;
  parts.file = text.substr(0, line);
  text.remove_prefix(line + kLine.size());
  const auto function = text.find(kFunction);
  if (function == std::string_view::npos) return false;
  std::from_chars(text.data(), text.data() + function, parts.line);  // "???" stays 0
  parts.function = text.substr(function + kFunction.size());
  return true;
}

// The address of a place; 0: no memory.
std::uint64_t address_of(std::string_view line, const Parts& parts) {
  KnownPlace*& first = places[std::hash<std::string_view>{}(line) % kBuckets];
  for (const KnownPlace* known = first; known != nullptr; known = known->next) {
    if (known->line == line) return known->address;
  }
  auto* const place = process.arena.make<KnownPlace>();
  if (place == nullptr) return 0;
  *place = {process.arena.copy(line), next_address++, first};
  first = place;
  define_locked(event::InterpretedPlace{
      .address = place->address, .file = parts.file, .line = parts.line, .function = parts.function});
  return place->address;
}

}  // namespace

// Sets both functions or none: callers look at one only.
void find_interpreter() noexcept {
  const auto print = reinterpret_cast<Print>(dlsym(RTLD_DEFAULT, "_Py_DumpTraceback"));
  const auto thread = reinterpret_cast<ThisThread>(dlsym(RTLD_DEFAULT, "PyGILState_GetThisThreadState"));
  const bool found = print != nullptr && thread != nullptr;
  this_python_thread.store(found ? thread : nullptr, std::memory_order_relaxed);
  print_thread.store(found ? print : nullptr, std::memory_order_release);
}

bool has_interpreter() noexcept {
  return print_thread.load(std::memory_order_acquire) != nullptr;
}

bool is_interpreter(std::uint64_t begin, std::uint64_t end) noexcept {
  const auto function = reinterpret_cast<std::uint64_t>(print_thread.load(std::memory_order_relaxed));
  return has_interpreter() && begin <= function && function < end;
}

std::string_view interpreted_places(ThreadTrace& trace) noexcept {
  void* const thread = this_python_thread.load(std::memory_order_relaxed)();
  if (thread == nullptr) return {};  // not a thread of the interpreter, or it has come to its end
  if (trace.interpreted == nullptr) {
    trace.interpreted = static_cast<InterpretedStacks*>(map_memory(sizeof(InterpretedStacks)));
    if (trace.interpreted == nullptr) return {};
  }
  InterpretedStacks& stacks = *trace.interpreted;
  stacks.length = 0;
  const UnnoticedByProgram keep;
  print_thread.load(std::memory_order_relaxed)(kPrintFile, thread);
  // If there was not enough room for all, the outermost places are missing.
  const std::string_view text(stacks.text, stacks.length);
  return text.substr(0, text.rfind('\n') + 1);
}

std::uint64_t known_interpreted(const ThreadTrace& trace, std::uint64_t hash) noexcept {
  const auto& known = trace.interpreted->known[hash % InterpretedStacks::kKnown];
  return known.hash == hash ? known.id : 0;
}

void remember_interpreted(ThreadTrace& trace, std::uint64_t hash, std::uint64_t id) noexcept {
  trace.interpreted->known[hash % InterpretedStacks::kKnown] = {hash, id};
}

std::size_t define_interpreted(std::string_view text, std::uint64_t* addresses, std::size_t most) noexcept {
  std::size_t count = 0;
  while (!text.empty() && count < most) {
    const auto end = text.find('\n');
    const auto line = text.substr(0, end);
    text.remove_prefix(end != std::string_view::npos ? end + 1 : text.size());
    Parts parts;
    if (!parse(line, parts)) continue;
    if (const auto address = address_of(line, parts); address != 0) addresses[count++] = address;
  }
  return count;
}

void forget_interpreted() noexcept {
  std::fill(std::begin(places), std::end(places), nullptr);
}

}  // namespace detail

bool in_interpreter() noexcept {
  return detail::has_interpreter() && detail::this_python_thread.load(std::memory_order_relaxed)() != nullptr;
}

void take_printed(const void* text, std::size_t size) noexcept {
  detail::ThreadTrace* const trace = detail::this_thread.trace;
  if (trace == nullptr || trace->interpreted == nullptr) return;
  detail::InterpretedStacks& stacks = *trace->interpreted;
  const std::size_t room = sizeof stacks.text - stacks.length;
  std::memcpy(stacks.text + stacks.length, text, std::min(size, room));
  stacks.length += std::min(size, room);
}

}  // namespace fencepost::record
