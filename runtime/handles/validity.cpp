#include "handles/validity.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "handles/communicators.h"
#include "handles/freed_objects.h"
#include "handles/handle_key.h"
#include "memory/memory_check.h"

namespace fencepost::handles {
namespace {

#ifdef FENCEPOST_MPI_MPICH

// Bits 30 and 31: how to find the object (0: there is none); 26 to 29: its kind. (mpi.h
// gives its constants by these numbers, so they are part of the MPICH ABI.)
constexpr std::uint64_t kHowShift = 30, kKindShift = 26;
constexpr std::uint64_t kLowBits = (1U << kKindShift) - 1;
constexpr std::uint64_t kBuiltIn = 1;            // the low bits number it; of datatypes they have its size as well
constexpr std::uint64_t kMostBuiltIn = 1U << 8;  // no other kind has more
constexpr std::uint64_t kDirect = 2;             // the low bits are its place in a table
constexpr std::uint64_t kMostDirect = 1U << 13;  // no table has more

constexpr std::array<HandleKind, 16> kKinds = {
    HandleKind::kUnknown, HandleKind::kCommunicator, HandleKind::kGroup,   HandleKind::kDatatype,
    HandleKind::kFile,    HandleKind::kErrhandler,   HandleKind::kOp,      HandleKind::kInfo,
    HandleKind::kWindow,  HandleKind::kUnknown,      HandleKind::kUnknown, HandleKind::kRequest};

HandleKind kind_by_bits(std::uint64_t value) {
  return kKinds[(value >> kKindShift) & 15];
}

bool is_object(std::uint64_t value) {
  const std::uint64_t how = value >> kHowShift;
  if (value > UINT32_MAX || how == 0) return false;
  const std::uint64_t low = value & kLowBits;
  if (how == kBuiltIn) return low < kMostBuiltIn || kind_by_bits(value) == HandleKind::kDatatype;
  return how != kDirect || low < kMostDirect;
}

HandleKind kind_of(std::uint64_t value) {
  return is_object(value) ? kind_by_bits(value) : HandleKind::kUnknown;
}

bool kinds_are_known() {
  return true;
}

#elif defined(FENCEPOST_MPI_OPENMPI)

std::uint64_t first_word(std::uint64_t object) {
  return *reinterpret_cast<const std::uint64_t*>(object);
}

// The first word is the address of a description of the kind, which begins with the address of the kind's name.
struct Row {
  std::string_view name;
  HandleKind kind;
};
constexpr std::array<Row, 9> kNames = {{{"ompi_communicator_t", HandleKind::kCommunicator},
                                        {"ompi_group_t", HandleKind::kGroup},
                                        {"ompi_datatype_t", HandleKind::kDatatype},
                                        {"opal_datatype_t", HandleKind::kDatatype},
                                        {"ompi_op_t", HandleKind::kOp},
                                        {"ompi_info_t", HandleKind::kInfo},
                                        {"ompi_errhandler_t", HandleKind::kErrhandler},
                                        {"ompi_win_t", HandleKind::kWindow},
                                        {"ompi_file_t", HandleKind::kFile}}};
constexpr std::array<std::string_view, 2> kLibraries = {"ompi_", "opal_"};

bool is_readable(std::uint64_t address, std::size_t size) {
  constexpr std::uint64_t kLeast = 4096;
  return address >= kLeast && memory::is_usable(address, address + size, memory::MemoryCheck::Use::kRead);
}
bool is_pointer(std::uint64_t value) {
  return value % alignof(std::uint64_t) == 0 && is_readable(value, sizeof value);
}

// The name of the object's kind; "": it is not an object of Open MPI.
std::string_view name_of_kind(std::uint64_t object) {
  constexpr std::size_t kLongest = 40;
  if (!is_pointer(object) || !is_pointer(first_word(object))) return {};
  const std::uint64_t name = first_word(first_word(object));
  if (!is_readable(name, kLongest)) return {};
  const auto* const text = reinterpret_cast<const char*>(name);
  const std::string_view found(text, strnlen(text, kLongest));
  const bool is_name = std::ranges::any_of(kLibraries, [&](std::string_view of) { return found.starts_with(of); });
  return is_name ? found : std::string_view{};
}

bool is_object(std::uint64_t value) {
  return !name_of_kind(value).empty();
}

HandleKind kind_of(std::uint64_t value) {
  const std::string_view name = name_of_kind(value);
  const auto* const row = std::ranges::find(kNames, name, &Row::name);
  return row != kNames.end() ? row->kind : HandleKind::kUnknown;
}

// Whether this version of Open MPI is like all versions so far.
bool kinds_are_known() {
  static const bool known = kind_of(handle_key(MPI_COMM_WORLD)) == HandleKind::kCommunicator &&
                            kind_of(handle_key(MPI_GROUP_EMPTY)) == HandleKind::kGroup &&
                            kind_of(handle_key(MPI_INT)) == HandleKind::kDatatype &&
                            kind_of(handle_key(MPI_SUM)) == HandleKind::kOp &&
                            kind_of(handle_key(MPI_INFO_ENV)) == HandleKind::kInfo &&
                            kind_of(handle_key(MPI_ERRORS_RETURN)) == HandleKind::kErrhandler;
  return known;
}

#else

bool is_object(std::uint64_t) {
  return true;
}
HandleKind kind_of(std::uint64_t) {
  return HandleKind::kUnknown;
}
bool kinds_are_known() {
  return false;
}

#endif

HandleVerdict verdict_on(std::uint64_t value, std::uint64_t null, HandleKind expected) {
  if (value == null) return {ArgumentProblem::kNull, {}};
  if (!kinds_are_known()) return {};
  if (!is_object(value)) return {ArgumentProblem::kNoHandle, {}};
  // An object whose kind's name this version does not know cannot be called wrong.
  const HandleKind kind = kind_of(value);
  if (kind == expected || kind == HandleKind::kUnknown) return {};
  return {ArgumentProblem::kOtherKind, kind};
}

}  // namespace

HandleVerdict verdict_on_communicator(MPI_Comm handle) {
  const HandleVerdict verdict = verdict_on(handle_key(handle), handle_key(MPI_COMM_NULL), HandleKind::kCommunicator);
  return is_freed_communicator(handle, !verdict) ? HandleVerdict{ArgumentProblem::kFreed, {}} : verdict;
}
HandleVerdict verdict_on_group(MPI_Group handle) {
  if (is_freed_group(handle)) return {ArgumentProblem::kFreed, {}};
  return verdict_on(handle_key(handle), handle_key(MPI_GROUP_NULL), HandleKind::kGroup);
}
HandleVerdict verdict_on_datatype(MPI_Datatype handle) {
  return verdict_on(handle_key(handle), handle_key(MPI_DATATYPE_NULL), HandleKind::kDatatype);
}
HandleVerdict verdict_on_op(MPI_Op handle) {
  return verdict_on(handle_key(handle), handle_key(MPI_OP_NULL), HandleKind::kOp);
}
HandleVerdict verdict_on_info(MPI_Info handle) {
  if (is_freed_info(handle)) return {ArgumentProblem::kFreed, {}};
  return verdict_on(handle_key(handle), handle_key(MPI_INFO_NULL), HandleKind::kInfo);
}
HandleVerdict verdict_on_errhandler(MPI_Errhandler handle) {
  return verdict_on(handle_key(handle), handle_key(MPI_ERRHANDLER_NULL), HandleKind::kErrhandler);
}

HandleKind kind_of_handle(std::uint64_t value) {
  return kinds_are_known() ? kind_of(value) : HandleKind::kUnknown;
}

}  // namespace fencepost::handles
