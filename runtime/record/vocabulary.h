// The words that the program side and the analyzer share: small enumerations that stand in events as numbers.
// Depends on nothing of MPI: a trace is read without the MPI library that produced it.
// Numbers are part of the trace format: append, never renumber; a change of meaning raises kTraceVersion (format.h).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "record/sync_object.h"

namespace fencepost {

// The MPI function an event comes from. kNone for events that come from no MPI call.
enum class MpiCall : std::uint16_t {
  kNone = 0,
#define MPI_CALL(name, since, arguments) k##name,
#include "record/mpi_calls.def"
#undef MPI_CALL
  kCount
};

// "MPI_Put" for kPut; "" for kNone or a number that this version does not know.
std::string_view name_of(MpiCall call);

// Ranks in events are those of the communicator or window's group, as the program gave them, except these.
inline constexpr std::int64_t kAnySource = -1;
inline constexpr std::int64_t kProcNull = -2;
inline constexpr std::int64_t kRootOfIntercommunicator = -3;
inline constexpr std::int64_t kAllTargets = -4;  // lock_all, unlock_all, flush_all, flush_local_all
// Any other negative number that the program gave as a rank is lowered by this in events: it is none of the above.
inline constexpr std::int64_t kNoRankOffset = std::int64_t{1} << 32;
inline constexpr std::int64_t kAnyTag = -1;

// From here on an address stands for an InterpretedPlace; no process can have memory there.
inline constexpr std::uint64_t kFirstInterpreted = std::uint64_t{1} << 63;

enum class WindowFlavor : std::uint8_t { kCreate, kAllocate, kAllocateShared, kDynamic };
enum class MemoryModel : std::uint8_t { kUnified, kSeparate };
enum class LockType : std::uint8_t { kShared, kExclusive };
enum class SendMode : std::uint8_t { kStandard, kSynchronous, kBuffered, kReady };

// MPI_MODE_* bits in our own numbering (the two libraries differ); unknown bits of the caller are kept in
// kUnknownAssert.
enum AssertBits : std::uint32_t {
  kNoCheck = 1,
  kNoStore = 2,
  kNoPut = 4,
  kNoPrecede = 8,
  kNoSucceed = 16,
  kUnknownAssert = 32,
};

// How a load or store reached memory.
enum class AccessKind : std::uint8_t {
  kLoad,
  kStore,
  kAtomicLoad,
  kAtomicStore,
  kAtomicUpdate,
};

// Reduction operations. kUserDefined stands for every op of MPI_Op_create.
enum class ReduceOp : std::uint8_t {
  kNull,
  kReplace,
  kNoOp,
  kSum,
  kProd,
  kMax,
  kMin,
  kLand,
  kBand,
  kLor,
  kBor,
  kLxor,
  kBxor,
  kMaxloc,
  kMinloc,
  kUserDefined,
};
std::string_view name_of(ReduceOp op);  // "MPI_SUM"

// What a thread synchronizes on; Acquire and Release events carry it for the wording of reports.
enum class SyncObject : std::uint8_t {
#define FENCEPOST_ROW(c_name, name) name,
  FENCEPOST_SYNC_OBJECTS(FENCEPOST_ROW)
#undef FENCEPOST_ROW
};

// How tracked memory was given back; Freed events carry it.
enum class GivenBack : std::uint8_t {
  kByAllocator,   // free, realloc, munmap
  kByFreeMem,     // MPI_Free_mem
  kByReturn,      // of the stack frame it was in
  kByEndOfThread  // on whose stack it was
};

// What kind of object a handle stands for.
enum class HandleKind : std::uint8_t {
  kUnknown,
  kWindow,
  kCommunicator,
  kGroup,
  kDatatype,
  kOp,
  kInfo,
  kErrhandler,
  kRequest,
  kFile,
};

// What is wrong with an argument; WrongArgument events carry it, with the given value and what it is compared with.
enum class ArgumentProblem : std::uint8_t {
  kNone,
  kNull,            // a null handle or a null pointer
  kFreed,           // a handle that has been freed
  kNoHandle,        // a value that no object has
  kOtherKind,       // a handle of something else; against: HandleKind
  kNegative,        // a count, size or displacement
  kNotPositive,     // a displacement unit
  kNoRank,          // no rank of the window's (or group's) processes; against: how many there are
  kNobody,          // MPI_PROC_NULL, where it is not allowed
  kAnybody,         // MPI_ANY_SOURCE
  kNoMember,        // a group with a process that the window does not have; given: its rank in the group
  kRepeated,        // a rank that stands in a list twice
  kUnknownValue,    // none of the values that the argument can have
  kNotCommitted,    // a datatype
  kTooLarge,        // count times size overflows; or: more than there are, against
  kTooLong,         // text; against: how long it may be
  kWrongFlavor,     // a window that was made by another function; against: WindowFlavor
  kNearNull,        // a buffer at a small offset from the null pointer; against: its bytes
  kUnmapped,        // a buffer of which a part is no memory; against: bytes before that part
  kReadOnly,        // a buffer for results in memory that cannot be written; against: bytes before it
  kBeyondBlock,     // a buffer longer than its block of the heap; against: bytes of the block after its address
  kByLibrary,       // refused by the MPI library for a reason of its own
  kReadOnlyWindow,  // an operation writes memory of a window that cannot be written; given: the target
  kTooMuch,         // more than other arguments of the call allow; against: the most that is possible
};

// Basic (predefined) element types, by what they are and not by what a language calls them: MPI_INT and MPI_INT32_T
// are different predefined types and the standard compares predefined types, so both are here.
enum class BasicType : std::uint8_t {
#define BASIC_TYPE(constant, mpi_name, bytes) constant,
#include "record/basic_types.def"
#undef BASIC_TYPE
  kCount
};
std::string_view name_of(BasicType type);  // "MPI_INT"
std::size_t size_of(BasicType type);       // bytes on this platform; 0 for kUnknown
// The parts of an element that are data, in order: between and after parts of a pair may be padding or other memory.
struct ValuePart {
  std::int64_t offset = 0;
  std::int64_t size = 0;
};
std::span<const ValuePart> value_parts(BasicType type);
bool has_padding(BasicType type);

}  // namespace fencepost
