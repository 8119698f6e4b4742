// Fortran entry points whose arguments do not follow from the C prototype: arrays of requests and statuses, indices
// that begin with 1, texts, arrays of datatypes, MPI_Init.
#include <dlfcn.h>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "handles/communicators.h"
#include "interposer/arguments.h"
#include "interposer/communicator_creation.h"
#include "interposer/fortran/call.h"
#include "interposer/fortran/entries.h"
#include "interposer/window_attributes.h"

namespace fencepost::interposer::fortran {
namespace {

// ---- arrays --------------------------------------------------------------------------------------------------------

#if !defined(FENCEPOST_MPI_MPICH)
class Requests {
 public:
  Requests(MPI_Fint* passed, int count)
      : passed_(passed),
        values_(count > 0 ? static_cast<std::size_t>(count) : 0),
        alias_(values_.data(), passed, count) {
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = PMPI_Request_f2c(passed[i]);
  }
  ~Requests() {
    for (std::size_t i = 0; i < values_.size(); ++i) passed_[i] = PMPI_Request_c2f(values_[i]);
  }
  Requests(const Requests&) = delete;
  Requests& operator=(const Requests&) = delete;
  MPI_Request* get() { return values_.data(); }

 private:
  MPI_Fint* passed_;
  ScratchArray<MPI_Request> values_;
  handles::RequestAlias alias_;
};

class Statuses {
 public:
  Statuses(MPI_Fint* passed, int count)
      : passed_(is_status_ignore(passed) ? nullptr : passed),
        values_(passed_ != nullptr && count > 0 ? static_cast<std::size_t>(count) : 0) {
    for (std::size_t i = 0; i < values_.size(); ++i) PMPI_Status_f2c(at(i), &values_[i]);
  }
  ~Statuses() {
    for (std::size_t i = 0; i < values_.size(); ++i) PMPI_Status_c2f(&values_[i], at(i));
  }
  Statuses(const Statuses&) = delete;
  Statuses& operator=(const Statuses&) = delete;
  MPI_Status* get() { return passed_ != nullptr ? values_.data() : MPI_STATUSES_IGNORE; }

 private:
  static constexpr std::size_t kIntegers = sizeof(MPI_Status) / sizeof(MPI_Fint);
  MPI_Fint* at(std::size_t index) { return passed_ + index * kIntegers; }
  MPI_Fint* passed_;
  ScratchArray<MPI_Status, 16> values_;
};
#else
// The same memory is used in both languages.
class Requests {
 public:
  Requests(MPI_Fint* passed, int /*count*/) : passed_(passed) {}
  MPI_Request* get() { return passed_; }

 private:
  MPI_Fint* passed_;
};

class Statuses {
 public:
  Statuses(MPI_Fint* passed, int /*count*/) : passed_(passed) {}
  MPI_Status* get() { return is_status_ignore(passed_) ? MPI_STATUSES_IGNORE : reinterpret_cast<MPI_Status*>(passed_); }

 private:
  MPI_Fint* passed_;
};
#endif

void from_one(int code, MPI_Fint* index) {
  if (code == MPI_SUCCESS && *index != MPI_UNDEFINED) ++*index;
}

void from_one(const MPI_Fint* found, MPI_Fint* indices) {
  for (int i = 0; *found != MPI_UNDEFINED && i < *found; ++i) ++indices[i];
}

// ---- environment ---------------------------------------------------------------------------------------------------

#define NATIVE(name) c_function(MpiCall::k##name, &PMPI_##name)

void init(MPI_Fint* error) {
  give_error(error, NATIVE(Init)(nullptr, nullptr));
}

void init_thread(const MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) {
  give_error(error, NATIVE(Init_thread)(nullptr, nullptr, *required, provided));
}

// ---- completion ----------------------------------------------------------------------------------------------------

void startall(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* error) {
  Requests converted(requests, *count);
  give_error(error, NATIVE(Startall)(*count, converted.get()));
}

void waitall(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* statuses, MPI_Fint* error) {
  Requests converted(requests, *count);
  Statuses results(statuses, *count);
  give_error(error, NATIVE(Waitall)(*count, converted.get(), results.get()));
}

void testall(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* flag, MPI_Fint* statuses, MPI_Fint* error) {
  Requests converted(requests, *count);
  Statuses results(statuses, *count);
  give_error(error, NATIVE(Testall)(*count, converted.get(), flag, results.get()));
}

void waitany(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* index, MPI_Fint* status, MPI_Fint* error) {
  Requests converted(requests, *count);
  Argument<MPI_Status*> result(status);
  const int code = NATIVE(Waitany)(*count, converted.get(), index, result.get());
  from_one(code, index);
  give_error(error, code);
}

void testany(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* index, MPI_Fint* flag, MPI_Fint* status,
             MPI_Fint* error) {
  Requests converted(requests, *count);
  Argument<MPI_Status*> result(status);
  const int code = NATIVE(Testany)(*count, converted.get(), index, flag, result.get());
  if (*flag != 0) from_one(code, index);
  give_error(error, code);
}

void waitsome(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* found, MPI_Fint* indices, MPI_Fint* statuses,
              MPI_Fint* error) {
  Requests converted(requests, *count);
  Statuses results(statuses, *count);
  const int code = NATIVE(Waitsome)(*count, converted.get(), found, indices, results.get());
  if (code == MPI_SUCCESS) from_one(found, indices);
  give_error(error, code);
}

void testsome(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* found, MPI_Fint* indices, MPI_Fint* statuses,
              MPI_Fint* error) {
  Requests converted(requests, *count);
  Statuses results(statuses, *count);
  const int code = NATIVE(Testsome)(*count, converted.get(), found, indices, results.get());
  if (code == MPI_SUCCESS) from_one(found, indices);
  give_error(error, code);
}

void request_get_status_any(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* index, MPI_Fint* flag,
                            MPI_Fint* status, MPI_Fint* error) {
  Requests converted(requests, *count);
  Argument<MPI_Status*> result(status);
  const int code = NATIVE(Request_get_status_any)(*count, converted.get(), index, flag, result.get());
  if (*flag != 0) from_one(code, index);
  give_error(error, code);
}

void request_get_status_all(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* flag, MPI_Fint* statuses,
                            MPI_Fint* error) {
  Requests converted(requests, *count);
  Statuses results(statuses, *count);
  give_error(error, NATIVE(Request_get_status_all)(*count, converted.get(), flag, results.get()));
}

void request_get_status_some(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* found, MPI_Fint* indices,
                             MPI_Fint* statuses, MPI_Fint* error) {
  Requests converted(requests, *count);
  Statuses results(statuses, *count);
  const int code = NATIVE(Request_get_status_some)(*count, converted.get(), found, indices, results.get());
  if (code == MPI_SUCCESS) from_one(found, indices);
  give_error(error, code);
}

// ---- processes of other jobs ---------------------------------------------------------------------------------------

#if defined(FENCEPOST_MPI_OPENMPI)
// Commands, ports, arrays of both and what stands for "none" are the library's business: its own Fortran function, by
// its profiling name, gets all arguments (and after them the lengths of texts) as they are.
constexpr const char* profiling_name(MpiCall call) {
  switch (call) {
    case MpiCall::kComm_accept:
      return "pmpi_comm_accept_";
    case MpiCall::kComm_connect:
      return "pmpi_comm_connect_";
    case MpiCall::kComm_spawn:
      return "pmpi_comm_spawn_";
    default:
      return "pmpi_comm_spawn_multiple_";
  }
}

// `error` is argument number kError, the new communicator kCreated; the one that it is made on comes directly before.
template <MpiCall kCall, std::size_t kCreated, std::size_t kError, class... Args>
void create_across_jobs(Args... args) {
  using Function = void(Args...);
  static auto* const native = reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, profiling_name(kCall)));
  std::tuple<Args...> all(args...);
  MPI_Fint code = MPI_ERR_OTHER;
  MPI_Fint* const error = std::exchange(std::get<kError>(all), &code);
  if (native != nullptr) {
    code = create_on_parent(
        kCall, PMPI_Comm_f2c(*std::get<kCreated - 1>(all)),
        [&] {
          std::apply(native, all);
          return code;
        },
        [&] { return PMPI_Comm_f2c(*std::get<kCreated>(all)); });
  }
  give_error(error, code);
}

using Text = const char*;
using Input = const MPI_Fint*;
using Output = MPI_Fint*;
constexpr auto* kCommAccept =
    &create_across_jobs<MpiCall::kComm_accept, 4, 5, Text, Input, Input, Input, Output, Output, std::size_t>;
constexpr auto* kCommConnect =
    &create_across_jobs<MpiCall::kComm_connect, 4, 5, Text, Input, Input, Input, Output, Output, std::size_t>;
constexpr auto* kCommSpawn = &create_across_jobs<MpiCall::kComm_spawn, 6, 8, Text, Text, Input, Input, Input, Input,
                                                 Output, Output, Output, std::size_t, std::size_t>;
constexpr auto* kCommSpawnMultiple =
    &create_across_jobs<MpiCall::kComm_spawn_multiple, 7, 9, Input, Text, Text, Input, Input, Input, Input, Output,
                        Output, Output, std::size_t, std::size_t>;
#endif

// ---- texts: blank-padded, their length after all arguments ---------------------------------------------------------

std::string to_c(const char* text, std::size_t length) {
  const std::string_view all(text, length);
  const std::size_t last = all.find_last_not_of(' ');
  const std::string_view trimmed = last == std::string_view::npos ? std::string_view() : all.substr(0, last + 1);
  const std::size_t first = trimmed.find_first_not_of(' ');
  return std::string(first == std::string_view::npos ? std::string_view() : trimmed.substr(first));
}

void comm_set_name(const MPI_Fint* communicator, const char* name, MPI_Fint* error, std::size_t length) {
  give_error(error, NATIVE(Comm_set_name)(PMPI_Comm_f2c(*communicator), to_c(name, length).c_str()));
}

void comm_create_from_group(const MPI_Fint* group, const char* tag, const MPI_Fint* info, const MPI_Fint* handler,
                            MPI_Fint* created, MPI_Fint* error, std::size_t length) {
  Argument<MPI_Comm*> made(created);
  give_error(error, NATIVE(Comm_create_from_group)(PMPI_Group_f2c(*group), to_c(tag, length).c_str(),
                                                   PMPI_Info_f2c(*info), PMPI_Errhandler_f2c(*handler), made.get()));
}

void intercomm_create_from_groups(const MPI_Fint* local, const MPI_Fint* local_leader, const MPI_Fint* remote,
                                  const MPI_Fint* remote_leader, const char* tag, const MPI_Fint* info,
                                  const MPI_Fint* handler, MPI_Fint* created, MPI_Fint* error, std::size_t length) {
  Argument<MPI_Comm*> made(created);
  give_error(error, NATIVE(Intercomm_create_from_groups)(
                        PMPI_Group_f2c(*local), *local_leader, PMPI_Group_f2c(*remote), *remote_leader,
                        to_c(tag, length).c_str(), PMPI_Info_f2c(*info), PMPI_Errhandler_f2c(*handler), made.get()));
}

void win_set_name(const MPI_Fint* window, const char* name, MPI_Fint* error, std::size_t length) {
  give_error(error, NATIVE(Win_set_name)(PMPI_Win_f2c(*window), to_c(name, length).c_str()));
}

void win_get_name(const MPI_Fint* window, char* name, MPI_Fint* result_length, MPI_Fint* error, std::size_t length) {
  char text[MPI_MAX_OBJECT_NAME + 1] = {};
  int text_length = 0;
  const int code = NATIVE(Win_get_name)(PMPI_Win_f2c(*window), text, &text_length);
  if (code == MPI_SUCCESS) {
    const std::string_view given(text, static_cast<std::size_t>(text_length));
    std::fill_n(name, length, ' ');
    given.copy(name, length);
    *result_length = static_cast<MPI_Fint>(given.size());  // (Open MPI's mpi_f08 gives 1 as the length of the text)
  }
  give_error(error, code);
}

// The handle of the file is INTENT(OUT): its old value may be anything.
void file_open(const MPI_Fint* communicator, const char* name, const MPI_Fint* mode, const MPI_Fint* info,
               MPI_Fint* file, MPI_Fint* error, std::size_t length) {
  MPI_File opened = MPI_FILE_NULL;
  const int code =
      NATIVE(File_open)(PMPI_Comm_f2c(*communicator), to_c(name, length).c_str(), *mode, PMPI_Info_f2c(*info), &opened);
  if (code == MPI_SUCCESS) *file = PMPI_File_c2f(opened);
  give_error(error, code);
}

void file_set_view(const MPI_Fint* file, const MPI_Offset* displacement, const MPI_Fint* element, const MPI_Fint* type,
                   const char* representation, const MPI_Fint* info, MPI_Fint* error, std::size_t length) {
  give_error(error,
             NATIVE(File_set_view)(PMPI_File_f2c(*file), *displacement, PMPI_Type_f2c(*element), PMPI_Type_f2c(*type),
                                   to_c(representation, length).c_str(), PMPI_Info_f2c(*info)));
}

// ---- arrays of datatypes -------------------------------------------------------------------------------------------

#if !defined(FENCEPOST_MPI_MPICH)
// Null if the array is not significant.
class Datatypes {
 public:
  Datatypes(const MPI_Fint* passed, std::size_t count, bool significant) : values_(significant ? count : 0) {
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = PMPI_Type_f2c(passed[i]);
  }
  MPI_Datatype* get() { return values_.data(); }

 private:
  std::vector<MPI_Datatype> values_;
};

// How many datatypes each side of MPI_Alltoallw or MPI_Neighbor_alltoallw has.
struct Sides {
  std::size_t sent = 0;
  std::size_t received = 0;
};

Sides all_sides(MPI_Comm communicator) {
  int inter = 0;
  int size = 0;
  PMPI_Comm_test_inter(communicator, &inter);
  inter != 0 ? PMPI_Comm_remote_size(communicator, &size) : PMPI_Comm_size(communicator, &size);
  return {static_cast<std::size_t>(size), static_cast<std::size_t>(size)};
}

Sides neighbor_sides(MPI_Comm communicator) {
  const handles::CommunicatorInfo* const info = handles::communicator_info(communicator);
  return info != nullptr ? Sides{info->destinations.size(), info->sources.size()} : Sides{};
}

// The displacements are INTEGERs for MPI_Alltoallw and addresses for the neighbour form, and pass as they are.
// `Last`: the request of a nonblocking form, the info and the request of a persistent one, else nothing. The libraries
// keep the datatypes they need, not these arrays.
template <MpiCall kCall, auto kNative, Sides (*kSides)(MPI_Comm), class Displacement, class... Last>
void alltoallw(void* sent, const MPI_Fint* send_counts, const Displacement* send_displacements,
               const MPI_Fint* send_types, void* received, const MPI_Fint* receive_counts,
               const Displacement* receive_displacements, const MPI_Fint* receive_types, const MPI_Fint* communicator,
               typename Argument<Last>::Passed... last, MPI_Fint* error) {
  int code = MPI_SUCCESS;
  {
    std::tuple<Argument<Last>...> result(last...);
    const MPI_Comm converted = PMPI_Comm_f2c(*communicator);
    const Sides sides = kSides(converted);
    Datatypes out(send_types, sides.sent, buffer(sent) != MPI_IN_PLACE);
    Datatypes in(receive_types, sides.received, true);
    code = std::apply(
        [&](auto&... each) {
          return c_function(kCall, kNative)(buffer(sent), send_counts, send_displacements, out.get(), buffer(received),
                                            receive_counts, receive_displacements, in.get(), converted, each.get()...);
        },
        result);
  }
  give_error(error, code);
}

#define ALLTOALLW(name, ...)                                                                           \
  Entry {                                                                                              \
    MpiCall::k##name, reinterpret_cast<void*>(&alltoallw<MpiCall::k##name, &PMPI_##name, __VA_ARGS__>) \
  }
#endif

// ---- attributes of windows: values are INTEGERs of address size; C has pointers to them ----------------------------

// C's name for the predefined attribute that Fortran calls `key`; 0 for any other key.
int predefined_attribute(MPI_Fint key) {
#if defined(FENCEPOST_MPI_MPICH)
  --key;  // MPICH numbers them like this
#endif
  for (const int known : {MPI_WIN_BASE, MPI_WIN_SIZE, MPI_WIN_DISP_UNIT, MPI_WIN_CREATE_FLAVOR, MPI_WIN_MODEL}) {
    if (key == known) return known;
  }
  return 0;
}

// Attributes of the user's own belong to the native window: the library's own function, by its profiling name.
void native_win_get_attr(const MPI_Fint* window, const MPI_Fint* key, MPI_Aint* value, MPI_Fint* flag,
                         MPI_Fint* error) {
  using Function = void(const MPI_Fint*, const MPI_Fint*, MPI_Aint*, MPI_Fint*, MPI_Fint*);
  static Function* const native = reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, "pmpi_win_get_attr_"));
  MPI_Fint code = MPI_ERR_OTHER;
  if (native != nullptr) native(window, key, value, flag, &code);
  give_error(error, code);
}

void win_get_attr(const MPI_Fint* window, const MPI_Fint* key, MPI_Aint* value, MPI_Fint* flag, MPI_Fint* error) {
  const int predefined = predefined_attribute(*key);
  if (predefined == 0) return native_win_get_attr(window, key, value, flag, error);
  void* found = nullptr;
  const int code = NATIVE(Win_get_attr)(PMPI_Win_f2c(*window), predefined, static_cast<void*>(&found), flag);
  if (code == MPI_SUCCESS && *flag != 0) {
    if (predefined == MPI_WIN_BASE) {
      *value = reinterpret_cast<MPI_Aint>(found);
    } else if (predefined == MPI_WIN_SIZE) {
      *value = *static_cast<MPI_Aint*>(found);
    } else {
      *value = *static_cast<int*>(found);
    }
  }
  give_error(error, code);
}

// These belong to the native window, which deletes them by Fortran's functions.
void win_set_attr(const MPI_Fint* window, const MPI_Fint* key, const MPI_Aint* value, MPI_Fint* error) {
  using Function = void(const MPI_Fint*, const MPI_Fint*, const MPI_Aint*, MPI_Fint*);
  static Function* const native = reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, "pmpi_win_set_attr_"));
  MPI_Fint code = MPI_ERR_OTHER;
  if (native != nullptr) native(window, key, value, &code);
  if (code == MPI_SUCCESS) attribute_set(PMPI_Win_f2c(*window), *key);
  give_error(error, code);
}

#define SPECIAL(name, function)                            \
  Entry {                                                  \
    MpiCall::k##name, reinterpret_cast<void*>(&(function)) \
  }

}  // namespace

std::span<const Entry> special_entries() {
  static const Entry kEntries[] = {
      SPECIAL(Init, init),
      SPECIAL(Init_thread, init_thread),
      SPECIAL(Startall, startall),
      SPECIAL(Waitall, waitall),
      SPECIAL(Testall, testall),
      SPECIAL(Waitany, waitany),
      SPECIAL(Testany, testany),
      SPECIAL(Waitsome, waitsome),
      SPECIAL(Testsome, testsome),
      SPECIAL(Request_get_status_any, request_get_status_any),
      SPECIAL(Request_get_status_all, request_get_status_all),
      SPECIAL(Request_get_status_some, request_get_status_some),
      SPECIAL(Comm_set_name, comm_set_name),
      SPECIAL(Comm_create_from_group, comm_create_from_group),
      SPECIAL(Intercomm_create_from_groups, intercomm_create_from_groups),
      SPECIAL(Win_set_name, win_set_name),
      SPECIAL(Win_get_name, win_get_name),
      SPECIAL(File_open, file_open),
      SPECIAL(File_set_view, file_set_view),
      SPECIAL(Win_get_attr, win_get_attr),
      SPECIAL(Win_set_attr, win_set_attr),
#if defined(FENCEPOST_MPI_OPENMPI)
      {MpiCall::kComm_accept, reinterpret_cast<void*>(kCommAccept)},
      {MpiCall::kComm_connect, reinterpret_cast<void*>(kCommConnect)},
      {MpiCall::kComm_spawn, reinterpret_cast<void*>(kCommSpawn)},
      {MpiCall::kComm_spawn_multiple, reinterpret_cast<void*>(kCommSpawnMultiple)},
#endif
#if !defined(FENCEPOST_MPI_MPICH)
      ALLTOALLW(Alltoallw, all_sides, MPI_Fint),
      ALLTOALLW(Ialltoallw, all_sides, MPI_Fint, MPI_Request*),
      ALLTOALLW(Alltoallw_init, all_sides, MPI_Fint, MPI_Info, MPI_Request*),
      ALLTOALLW(Neighbor_alltoallw, neighbor_sides, MPI_Aint),
      ALLTOALLW(Ineighbor_alltoallw, neighbor_sides, MPI_Aint, MPI_Request*),
      ALLTOALLW(Neighbor_alltoallw_init, neighbor_sides, MPI_Aint, MPI_Info, MPI_Request*),
#endif
  };
  return kEntries;
}

}  // namespace fencepost::interposer::fortran
