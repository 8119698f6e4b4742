#include "handles/freed_types.h"

#include <cstddef>

#include "handles/type_contents.h"

namespace fencepost::handles {
namespace {

// Its description may be long (a list of blocks), and some programs make one datatype after another.
constexpr std::size_t kLargest = 4096;

bool is_worth_keeping(MPI_Datatype datatype) {
  const Envelope known = envelope_of(datatype);
  if (!known.valid) return false;
  switch (known.combiner) {
    case MPI_COMBINER_NAMED:
    case MPI_COMBINER_F90_INTEGER:
    case MPI_COMBINER_F90_REAL:
    case MPI_COMBINER_F90_COMPLEX:
      return false;
    default:
      return known.length <= kLargest;
  }
}

}  // namespace

bool FreedTypes::keep(MPI_Datatype datatype) {
  if (!is_worth_keeping(datatype)) return false;
  MPI_Datatype keeper = MPI_DATATYPE_NULL;
  if (PMPI_Type_contiguous(1, datatype, &keeper) != MPI_SUCCESS) return false;
  const LockGuard lock(mutex_);
  kept_.push_back({datatype, keeper});
  return true;
}

std::optional<FreedTypes::Kept> FreedTypes::pop(std::size_t most) {
  const LockGuard lock(mutex_);
  if (kept_.size() <= most) return std::nullopt;
  const Kept oldest = kept_.front();
  kept_.pop_front();
  return oldest;
}

// Not under the lock: callbacks of attributes may free datatypes.
void FreedTypes::release(Kept kept) {
  PMPI_Type_free(&kept.keeper);
}

}  // namespace fencepost::handles
