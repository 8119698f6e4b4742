// MPI's files (MPI-4.1, chapter 14). What is read from a file into memory, or written from it, is an access to that
// memory. What all who opened a file must call together is a collective on a communicator of the file's own, because
// MPI_File_open duplicates the one that it gets. No call on a file orders anything between processes: each may return
// before the others have come.
//
// If some other call opened a file (from Fortran, bypassing us), it has no communicator: then its calls are this
// process's alone.
#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include <mpi.h>

#include "handles/requests.h"
#include "interposer/collective_call.h"
#include "interposer/completion.h"
#include "interposer/entry.h"
#include "record/mutex.h"

namespace fencepost::interposer {
namespace {

// ---- files that are open -------------------------------------------------------------------------------------------

struct File {
  std::uint64_t communicator = 0;  // in the trace
  std::uint64_t split = 0;         // request of the split collective that has begun; a file has one at a time (14.4.5)
};

class Files {
 public:
  void opened(MPI_File file, std::uint64_t communicator) {
    const LockGuard guard(mutex_);
    files_[file] = {.communicator = communicator};
  }
  std::uint64_t communicator(MPI_File file) {
    const LockGuard guard(mutex_);
    const auto at = files_.find(file);
    return at != files_.end() ? at->second.communicator : 0;
  }
  void forget(MPI_File file) {
    const LockGuard guard(mutex_);
    files_.erase(file);
  }
  // Also for files that we do not know.
  void begin_split(MPI_File file, std::uint64_t request) {
    const LockGuard guard(mutex_);
    files_[file].split = request;
  }
  std::uint64_t end_split(MPI_File file) {
    const LockGuard guard(mutex_);
    const auto at = files_.find(file);
    return at != files_.end() ? std::exchange(at->second.split, 0) : 0;
  }

 private:
  Mutex mutex_;
  std::unordered_map<MPI_File, File> files_ FENCEPOST_GUARDED_BY(mutex_);
};

// Never destroyed: MPI may be called until the very end of the process.
Files& files() {
  static auto& instance = *new Files;
  return instance;
}

// What a call accesses whose arguments end with a buffer, a count, a datatype and `kLast` others. The buffers of calls
// that write to the file are const.
template <std::size_t kLast, class... Args>
Collective access_of(const Args&... args) {
  constexpr std::size_t kBuffer = sizeof...(Args) - kLast - 3;
  const std::tuple<const Args&...> all(args...);
  constexpr bool kWritesFile = std::is_same_v<std::tuple_element_t<kBuffer, std::tuple<Args...>>, const void*>;
  Collective result;
  add(kWritesFile ? result.reads : result.writes, std::get<kBuffer>(all), std::get<kBuffer + 1>(all),
      std::get<kBuffer + 2>(all));
  return result;
}

// ---- by this process alone (the nonblocking forms of both) ---------------------------------------------------------

// It waits for no other process: so it is a request that is done at the call's return, not a call that may block.
template <MpiCall kCall, auto kNative>
struct Alone;
template <MpiCall kCall, class... Args, int (*kNative)(MPI_File, Args...)>
struct Alone<kCall, kNative> {
  static int call(MPI_File file, Args... args) {
    const Scope scope;
    if (!scope.records()) return kNative(file, args...);
    const std::uint64_t id = record::next_id();
    write_collective_begin(kCall, 0, access_of<1>(args...), id);
    const int code = kNative(file, args...);
    write_done(kCall, id);
    return code;
  }
};

template <MpiCall kCall, bool kTogether, auto kNative>
struct Nonblocking;
template <MpiCall kCall, bool kTogether, class... Args, int (*kNative)(MPI_File, Args...)>
struct Nonblocking<kCall, kTogether, kNative> {
  static int call(MPI_File file, Args... args) {
    const Scope scope;
    if (!scope.records()) return kNative(file, args...);
    const std::uint64_t id = record::next_id();
    write_collective_begin(kCall, kTogether ? files().communicator(file) : 0, access_of<1>(args...), id);
    const int code = kNative(file, args...);
    if (code == MPI_SUCCESS) {
      handles::added_request(last_of(args...), {.id = id, .kind = handles::RequestKind::kCollective});
    } else {
      write_done(kCall, id);
    }
    return code;
  }
};

// ---- by all who opened the file ------------------------------------------------------------------------------------

// A call that failed has still been made: most errors are those of the file, which each process meets by itself.
template <class Native>
int call_together(MpiCall call, std::uint64_t communicator, const Collective& what, const Native& native) {
  write_collective_begin(call, communicator, what, 0);
  const int code = native();
  record::write(event::CollectiveEnd{});
  return code;
}

template <MpiCall kCall, bool kHasBuffer, auto kNative>
struct Together;
template <MpiCall kCall, bool kHasBuffer, class... Args, int (*kNative)(MPI_File, Args...)>
struct Together<kCall, kHasBuffer, kNative> {
  static int call(MPI_File file, Args... args) {
    const Scope scope;
    if (!scope.records()) return kNative(file, args...);
    Collective what;
    if constexpr (kHasBuffer) what = access_of<1>(args...);
    return call_together(kCall, files().communicator(file), what, [&] { return kNative(file, args...); });
  }
};

// Split collectives: between the two calls the buffer belongs to MPI, as while a request is pending (14.4.5).
template <MpiCall kCall, auto kNative>
struct SplitBegin;
template <MpiCall kCall, class... Args, int (*kNative)(MPI_File, Args...)>
struct SplitBegin<kCall, kNative> {
  static int call(MPI_File file, Args... args) {
    const Scope scope;
    if (!scope.records()) return kNative(file, args...);
    const std::uint64_t id = record::next_id();
    write_collective_begin(kCall, files().communicator(file), access_of<0>(args...), id);
    const int code = kNative(file, args...);
    if (code == MPI_SUCCESS) {
      files().begin_split(file, id);
    } else {
      write_done(kCall, id);
    }
    return code;
  }
};

template <MpiCall kCall, auto kNative>
struct SplitEnd;
template <MpiCall kCall, class... Args, int (*kNative)(MPI_File, Args...)>
struct SplitEnd<kCall, kNative> {
  static int call(MPI_File file, Args... args) {
    const Scope scope;
    const std::uint64_t id = scope.records() ? files().end_split(file) : 0;
    if (id == 0) return kNative(file, args...);
    const std::uint64_t requests[] = {id};
    record::write(
        event::WaitBegin{.stack = record::current_stack(), .call = number_of(kCall), .need = 0, .requests = requests});
    const int code = kNative(file, args...);
    write_done(kCall, id);
    return code;
  }
};

// ---- opening and closing -------------------------------------------------------------------------------------------

int file_open(MPI_Comm communicator, const char* name, int mode, MPI_Info info, MPI_File* file) {
  const Scope scope;
  const auto native = [&] { return PMPI_File_open(communicator, name, mode, info, file); };
  const handles::CommunicatorInfo* const parent = scope.records() ? handles::communicator_info(communicator) : nullptr;
  if (parent == nullptr) return native();
  const int code = call_together(MpiCall::kFile_open, parent->id, {}, native);
  if (code != MPI_SUCCESS) return code;
  const std::uint64_t id = handles::announce_communicator(*parent, communicator, number_of(MpiCall::kFile_open));
  record::define(event::CommunicatorName{.id = id, .name = std::string("the file ") + name});
  files().opened(*file, id);
  return code;
}

int file_close(MPI_File* file) {
  const Scope scope;
  const MPI_File closed = *file;
  const std::uint64_t communicator = files().communicator(closed);
  files().forget(closed);  // another thread may get the handle before we return
  if (!scope.records() || communicator == 0) return PMPI_File_close(file);
  const int code = call_together(MpiCall::kFile_close, communicator, {}, [&] { return PMPI_File_close(file); });
  record::write(event::CommunicatorFreed{.communicator = communicator});
  handles::removed_announced(communicator);
  return code;
}

}  // namespace

#define ROW(Name, ...) FENCEPOST_ENTRY(Name, (__VA_ARGS__::call))
#define ALONE(name) ROW(File_##name, Alone<MpiCall::kFile_##name, &PMPI_File_##name>)
#define NONBLOCKING(name) ROW(File_##name, Nonblocking<MpiCall::kFile_##name, false, &PMPI_File_##name>)
#define TOGETHER(name) ROW(File_##name, Together<MpiCall::kFile_##name, true, &PMPI_File_##name>)
#define NONBLOCKING_TOGETHER(name) ROW(File_##name, Nonblocking<MpiCall::kFile_##name, true, &PMPI_File_##name>)
#define SETTING(name) ROW(File_##name, Together<MpiCall::kFile_##name, false, &PMPI_File_##name>)
#define SPLIT_BEGIN(name) ROW(File_##name##_begin, SplitBegin<MpiCall::kFile_##name##_begin, &PMPI_File_##name##_begin>)
#define SPLIT_END(name) ROW(File_##name##_end, SplitEnd<MpiCall::kFile_##name##_end, &PMPI_File_##name##_end>)

// The large-count form of `name`, with its begin, comes after it.
#define ALONE_ROWS(name) ALONE(name), ALONE(name##_c)
#define NONBLOCKING_ROWS(name) NONBLOCKING(name), NONBLOCKING(name##_c)
#define TOGETHER_ROWS(name) TOGETHER(name), TOGETHER(name##_c)
#define NONBLOCKING_TOGETHER_ROWS(name) NONBLOCKING_TOGETHER(name), NONBLOCKING_TOGETHER(name##_c)
#define SPLIT_ROWS(name)              \
  SPLIT_BEGIN(name), SPLIT_END(name), \
      ROW(File_##name##_begin_c, SplitBegin<MpiCall::kFile_##name##_begin_c, &PMPI_File_##name##_begin_c>)

std::span<const Entry> file_entries() {
  static const Entry kEntries[] = {
      FENCEPOST_ENTRY(File_open, file_open),
      FENCEPOST_ENTRY(File_close, file_close),
      SETTING(preallocate),
      SETTING(seek_shared),
      SETTING(set_atomicity),
      SETTING(set_info),
      SETTING(set_size),
      SETTING(set_view),
      SETTING(sync),
      ALONE_ROWS(read),
      ALONE_ROWS(read_at),
      ALONE_ROWS(read_shared),
      ALONE_ROWS(write),
      ALONE_ROWS(write_at),
      ALONE_ROWS(write_shared),
      NONBLOCKING_ROWS(iread),
      NONBLOCKING_ROWS(iread_at),
      NONBLOCKING_ROWS(iread_shared),
      NONBLOCKING_ROWS(iwrite),
      NONBLOCKING_ROWS(iwrite_at),
      NONBLOCKING_ROWS(iwrite_shared),
      TOGETHER_ROWS(read_all),
      TOGETHER_ROWS(read_at_all),
      TOGETHER_ROWS(read_ordered),
      TOGETHER_ROWS(write_all),
      TOGETHER_ROWS(write_at_all),
      TOGETHER_ROWS(write_ordered),
      NONBLOCKING_TOGETHER_ROWS(iread_all),
      NONBLOCKING_TOGETHER_ROWS(iread_at_all),
      NONBLOCKING_TOGETHER_ROWS(iwrite_all),
      NONBLOCKING_TOGETHER_ROWS(iwrite_at_all),
      SPLIT_ROWS(read_all),
      SPLIT_ROWS(read_at_all),
      SPLIT_ROWS(read_ordered),
      SPLIT_ROWS(write_all),
      SPLIT_ROWS(write_at_all),
      SPLIT_ROWS(write_ordered),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
