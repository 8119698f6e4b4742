#include "handles/type_contents.h"

#include <cstddef>

namespace fencepost::handles {
namespace {

// Envelope and contents as the library gives them: integers, addresses and (large-count constructors) counts.
struct RawContents {
  int combiner = MPI_COMBINER_NAMED;
  std::vector<int> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<MPI_Count> large;
  std::vector<MPI_Datatype> types;
};

// The lengths of the arrays that say how a datatype was made.
struct Lengths {
  MPI_Count integers = 0;
  MPI_Count addresses = 0;
  MPI_Count large = 0;
  MPI_Count types = 0;
};

// By the large-count form if the library has it: for types that such constructors made, the other form may fail.
bool ask_envelope(MPI_Datatype datatype, Lengths& lengths, int& combiner) {
  if (&PMPI_Type_get_envelope_c != nullptr) {
    return PMPI_Type_get_envelope_c(datatype, &lengths.integers, &lengths.addresses, &lengths.large, &lengths.types,
                                    &combiner) == MPI_SUCCESS;
  }
  int integers = 0, addresses = 0, types = 0;
  if (PMPI_Type_get_envelope(datatype, &integers, &addresses, &types, &combiner) != MPI_SUCCESS) return false;
  lengths = {.integers = integers, .addresses = addresses, .types = types};
  return true;
}

bool envelope(MPI_Datatype datatype, RawContents& raw) {
  Lengths lengths;
  if (!ask_envelope(datatype, lengths, raw.combiner)) return false;
  raw.integers.resize(static_cast<std::size_t>(lengths.integers));
  raw.addresses.resize(static_cast<std::size_t>(lengths.addresses));
  raw.large.resize(static_cast<std::size_t>(lengths.large));
  raw.types.resize(static_cast<std::size_t>(lengths.types));
  return true;
}

bool contents(MPI_Datatype datatype, RawContents& raw) {
  if (&PMPI_Type_get_contents_c != nullptr) {
    return PMPI_Type_get_contents_c(
               datatype, static_cast<MPI_Count>(raw.integers.size()), static_cast<MPI_Count>(raw.addresses.size()),
               static_cast<MPI_Count>(raw.large.size()), static_cast<MPI_Count>(raw.types.size()), raw.integers.data(),
               raw.addresses.data(), raw.large.data(), raw.types.data()) == MPI_SUCCESS;
  }
  return PMPI_Type_get_contents(datatype, static_cast<int>(raw.integers.size()), static_cast<int>(raw.addresses.size()),
                                static_cast<int>(raw.types.size()), raw.integers.data(), raw.addresses.data(),
                                raw.types.data()) == MPI_SUCCESS;
}

Combiner portable(int combiner) {
  switch (combiner) {
    case MPI_COMBINER_NAMED:
      return Combiner::kNamed;
    case MPI_COMBINER_DUP:
      return Combiner::kDup;
    case MPI_COMBINER_CONTIGUOUS:
      return Combiner::kContiguous;
    case MPI_COMBINER_VECTOR:
      return Combiner::kVector;
    case MPI_COMBINER_HVECTOR:
      return Combiner::kHvector;
    case MPI_COMBINER_INDEXED:
      return Combiner::kIndexed;
    case MPI_COMBINER_HINDEXED:
      return Combiner::kHindexed;
    case MPI_COMBINER_INDEXED_BLOCK:
      return Combiner::kIndexedBlock;
    case MPI_COMBINER_HINDEXED_BLOCK:
      return Combiner::kHindexedBlock;
    case MPI_COMBINER_STRUCT:
      return Combiner::kStruct;
#ifdef FENCEPOST_MPI_MPICH
    // The constructors that MPI-3.0 removed; MPICH still has them.
    case MPI_COMBINER_HVECTOR_INTEGER:
      return Combiner::kHvector;
    case MPI_COMBINER_HINDEXED_INTEGER:
      return Combiner::kHindexed;
    case MPI_COMBINER_STRUCT_INTEGER:
      return Combiner::kStruct;
#elif defined(FENCEPOST_MPI_OPENMPI)
    case OMPI_WAS_MPI_COMBINER_HVECTOR_INTEGER:
      return Combiner::kHvector;
    case OMPI_WAS_MPI_COMBINER_HINDEXED_INTEGER:
      return Combiner::kHindexed;
    case OMPI_WAS_MPI_COMBINER_STRUCT_INTEGER:
      return Combiner::kStruct;
#endif
    case MPI_COMBINER_SUBARRAY:
      return Combiner::kSubarray;
    case MPI_COMBINER_DARRAY:
      return Combiner::kDarray;
    case MPI_COMBINER_F90_REAL:
    case MPI_COMBINER_F90_COMPLEX:
    case MPI_COMBINER_F90_INTEGER:
      return Combiner::kF90;
    case MPI_COMBINER_RESIZED:
      return Combiner::kResized;
    default:
      return Combiner::kUnknown;
  }
}

// The arrays of a type that is made of others. If a large-count constructor was used,
// every count and displacement is in `large`; small numbers stay integers.
class Arrays {
 public:
  using List = std::vector<std::int64_t>;
  explicit Arrays(const RawContents& raw) : raw_(raw), wide_(!raw.large.empty()) {}

  const RawContents& raw() const { return raw_; }
  bool wide() const { return wide_; }
  std::size_t blocks() const {
    const std::int64_t first = wide_ ? raw_.large[0] : (raw_.integers.empty() ? 0 : raw_.integers[0]);
    return static_cast<std::size_t>(first);
  }

  // Appends `number` of them from `first` on: what is always an integer; counts; displacements
  // in bytes, which come from `first_large` on if they are among the large ones.
  void integers(List& into, std::size_t first, std::size_t number) const {
    for (std::size_t i = first; i < first + number; ++i)
      into.push_back(i < raw_.integers.size() ? raw_.integers[i] : 0);
  }
  void take(List& into, std::size_t first, std::size_t number) const {
    if (!wide_) {
      integers(into, first, number);
      return;
    }
    for (std::size_t i = first; i < first + number; ++i) into.push_back(i < raw_.large.size() ? raw_.large[i] : 0);
  }
  void addresses(List& into, std::size_t first_large, std::size_t number) const {
    for (std::size_t i = 0; i < number; ++i) {
      if (wide_) {
        into.push_back(first_large + i < raw_.large.size() ? raw_.large[first_large + i] : 0);
      } else {
        into.push_back(i < raw_.addresses.size() ? raw_.addresses[i] : 0);
      }
    }
  }

 private:
  const RawContents& raw_;
  const bool wide_;
};

void take_subarray(TypeContents& type, const Arrays& arrays) {
  const auto dimensions = static_cast<std::size_t>(arrays.raw().integers[0]);
  arrays.integers(type.counts, 0, 1);
  if (arrays.wide()) {
    arrays.take(type.counts, 0, 3 * dimensions);
    type.fortran_order = arrays.raw().integers[1] == MPI_ORDER_FORTRAN;
  } else {
    arrays.integers(type.counts, 1, 3 * dimensions);
    type.fortran_order = arrays.raw().integers[1 + 3 * dimensions] == MPI_ORDER_FORTRAN;
  }
}

void take_distributed(TypeContents& type, const Arrays& arrays) {
  const auto dimensions = static_cast<std::size_t>(arrays.raw().integers[2]);
  arrays.integers(type.counts, 0, 3);
  if (arrays.wide()) {
    arrays.take(type.counts, 0, dimensions);
    arrays.integers(type.counts, 3, 3 * dimensions);
    type.fortran_order = arrays.raw().integers[3 + 3 * dimensions] == MPI_ORDER_FORTRAN;
  } else {
    arrays.integers(type.counts, 3, 4 * dimensions);
    type.fortran_order = arrays.raw().integers[3 + 4 * dimensions] == MPI_ORDER_FORTRAN;
  }
}

void take_arrays(TypeContents& type, const Arrays& arrays) {
  const std::size_t blocks = arrays.blocks();
  switch (type.combiner) {
    case Combiner::kContiguous:
      arrays.take(type.counts, 0, 1);
      break;
    case Combiner::kVector:
      arrays.take(type.counts, 0, 3);
      break;
    case Combiner::kHvector:
      arrays.take(type.counts, 0, 2);
      // The removed integer form has its stride among the integers.
      if (!arrays.wide() && arrays.raw().addresses.empty() && arrays.raw().integers.size() > 2)
        type.displacements.push_back(arrays.raw().integers[2]);
      else
        arrays.addresses(type.displacements, 2, 1);
      break;
    case Combiner::kIndexed:
      arrays.take(type.counts, 0, 1 + blocks);
      arrays.take(type.displacements, 1 + blocks, blocks);
      break;
    case Combiner::kIndexedBlock:
      arrays.take(type.counts, 0, 2);
      arrays.take(type.displacements, 2, blocks);
      break;
    case Combiner::kHindexed:
    case Combiner::kStruct:
      arrays.take(type.counts, 0, 1 + blocks);
      if (!arrays.wide() && arrays.raw().addresses.empty())
        arrays.take(type.displacements, 1 + blocks, blocks);
      else
        arrays.addresses(type.displacements, 1 + blocks, blocks);
      break;
    case Combiner::kHindexedBlock:
      arrays.take(type.counts, 0, 2);
      arrays.addresses(type.displacements, 2, blocks);
      break;
    case Combiner::kSubarray:
      take_subarray(type, arrays);
      break;
    case Combiner::kDarray:
      take_distributed(type, arrays);
      break;
    case Combiner::kResized:
      arrays.addresses(type.displacements, 0, 2);
      break;
    default:
      break;
  }
}

}  // namespace

bool is_named(MPI_Datatype datatype) {
  const Envelope known = envelope_of(datatype);
  return known.valid && known.combiner == MPI_COMBINER_NAMED;
}

Envelope envelope_of(MPI_Datatype datatype) {
  Lengths lengths;
  int combiner = MPI_COMBINER_NAMED;
  if (!ask_envelope(datatype, lengths, combiner)) return {};
  return {true, combiner,
          static_cast<std::size_t>(lengths.integers + lengths.addresses + lengths.large + lengths.types)};
}

std::int64_t extent_of(MPI_Datatype datatype) {
  MPI_Count lower = 0, extent = 0;
  return PMPI_Type_get_extent_x(datatype, &lower, &extent) == MPI_SUCCESS ? extent : 0;
}

TypeContents::TypeContents(MPI_Datatype datatype) {
  read(datatype);
}

TypeContents::~TypeContents() {
  for (MPI_Datatype& child : children) {
    RawContents raw;
    if (!envelope(child, raw)) continue;
    const Combiner kind = portable(raw.combiner);
    // Predefined types, named or by precision and range, are not references of ours.
    if (kind != Combiner::kNamed && kind != Combiner::kF90) PMPI_Type_free(&child);
  }
}

void TypeContents::read(MPI_Datatype datatype) {
  if (datatype == MPI_DATATYPE_NULL) return;
  RawContents raw;
  if (!envelope(datatype, raw)) return;
  combiner = portable(raw.combiner);
  valid = true;
  if (combiner == Combiner::kNamed || combiner == Combiner::kF90) return;
  if (combiner == Combiner::kUnknown || !contents(datatype, raw)) {
    combiner = Combiner::kUnknown;
    return;
  }
  children = raw.types;
  take_arrays(*this, Arrays(raw));
}

}  // namespace fencepost::handles
