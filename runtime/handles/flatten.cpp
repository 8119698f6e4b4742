#include "handles/flatten.h"

#include <algorithm>
#include <unordered_map>

#include "handles/type_contents.h"

// Optional types that a library may not have.
#ifndef MPI_LOGICAL1
#define MPI_LOGICAL1 MPI_DATATYPE_NULL
#endif
#ifndef MPI_LOGICAL2
#define MPI_LOGICAL2 MPI_DATATYPE_NULL
#endif
#ifndef MPI_LOGICAL4
#define MPI_LOGICAL4 MPI_DATATYPE_NULL
#endif
#ifndef MPI_LOGICAL8
#define MPI_LOGICAL8 MPI_DATATYPE_NULL
#endif

namespace fencepost::handles {
namespace {

using Runs = std::vector<Run>;

std::int64_t bytes_of(const Run& run) {
  return run.elements * static_cast<std::int64_t>(size_of(run.basic));
}

const std::unordered_map<MPI_Datatype, BasicType>& predefined_table() {
  static const auto* table = [] {
    auto* made = new std::unordered_map<MPI_Datatype, BasicType>;
    const auto add = [&](MPI_Datatype handle, BasicType basic) {
      if (handle == MPI_DATATYPE_NULL) return;
      int size = 0;
      // A type that this build of the library does not support has no size.
      if (PMPI_Type_size(handle, &size) == MPI_SUCCESS && size > 0) made->emplace(handle, basic);
    };
#define BASIC_TYPE(constant, mpi_name, bytes) add(mpi_name, BasicType::constant);
#include "record/basic_types.def"
#undef BASIC_TYPE
    return made;
  }();
  return *table;
}

// A predefined type by precision and range has no name of its own; its kind and its size identify it.
BasicType by_precision(MPI_Datatype datatype) {
  const int combiner = envelope_of(datatype).combiner;
  int size = 0;
  PMPI_Type_size(datatype, &size);
  if (combiner == MPI_COMBINER_F90_REAL) {
    if (size == 4) return BasicType::kFortranReal4;
    if (size == 8) return BasicType::kFortranReal8;
    if (size == 16) return BasicType::kFortranReal16;
  } else if (combiner == MPI_COMBINER_F90_COMPLEX) {
    if (size == 8) return BasicType::kFortranComplex8;
    if (size == 16) return BasicType::kFortranComplex16;
    if (size == 32) return BasicType::kFortranComplex32;
  } else if (combiner == MPI_COMBINER_F90_INTEGER) {
    if (size == 1) return BasicType::kFortranInteger1;
    if (size == 2) return BasicType::kFortranInteger2;
    if (size == 4) return BasicType::kFortranInteger4;
    if (size == 8) return BasicType::kFortranInteger8;
  }
  return BasicType::kUnknown;
}

// A predefined type that our list does not have is bytes.
Run predefined_run(MPI_Datatype datatype, BasicType basic) {
  if (basic != BasicType::kUnknown) {
    int size = 0;
    PMPI_Type_size(datatype, &size);
    const auto listed = static_cast<int>(size_of(basic));
    // Compilers have options that make Fortran's default kinds larger (-fdefault-integer-8): the size in force counts.
    if (size <= listed && extent_of(datatype) == listed) return {0, basic, 1, 1, 0};
  }
  MPI_Count lower = 0, extent = 0;
  PMPI_Type_get_true_extent_x(datatype, &lower, &extent);
  return {lower, BasicType::kByte, extent, 1, 0};
}

// Indices [start, start + length) that a process owns in one dimension of a distributed array.
struct Stretch {
  std::int64_t start;
  std::int64_t length;
};

std::vector<Stretch> distributed(std::int64_t size, std::int64_t distribution, std::int64_t argument,
                                 std::int64_t parts, std::int64_t part) {
  std::vector<Stretch> owned;
  if (distribution == MPI_DISTRIBUTE_NONE) return {{0, size}};
  if (distribution == MPI_DISTRIBUTE_BLOCK) {
    const std::int64_t block = argument == MPI_DISTRIBUTE_DFLT_DARG ? (size + parts - 1) / parts : argument;
    const std::int64_t start = block * part;
    if (start < size) owned.push_back({start, std::min(block, size - start)});
    return owned;
  }
  const std::int64_t block = argument == MPI_DISTRIBUTE_DFLT_DARG ? 1 : argument;
  for (std::int64_t start = block * part; start < size; start += block * parts) {
    owned.push_back({start, std::min(block, size - start)});
  }
  return owned;
}

// The part of an array given by the stretches of each dimension; dimension 0 varies slowest unless `fortran_order`.
Runs array_part(const Runs& element, std::int64_t element_extent, const std::vector<std::int64_t>& sizes,
                const std::vector<std::vector<Stretch>>& stretches, bool fortran_order) {
  Runs inner = element;
  std::int64_t stride = element_extent;
  const std::size_t dimensions = sizes.size();
  for (std::size_t step = 0; step < dimensions; ++step) {
    const std::size_t dimension = fortran_order ? step : dimensions - 1 - step;
    Runs outer;
    for (const Stretch& stretch : stretches[dimension]) {
      append_copies(outer, inner, stretch.start * stride, stretch.length, stride);
    }
    inner = std::move(outer);
    stride *= sizes[dimension];
  }
  return inner;
}

Runs subarray(const TypeContents& type, const Runs& element, std::int64_t extent) {
  const auto dimensions = static_cast<std::size_t>(type.counts[0]);
  std::vector<std::int64_t> sizes(dimensions);
  std::vector<std::vector<Stretch>> stretches(dimensions);
  for (std::size_t i = 0; i < dimensions; ++i) {
    sizes[i] = type.counts[1 + i];
    stretches[i] = {{type.counts[1 + 2 * dimensions + i], type.counts[1 + dimensions + i]}};
  }
  return array_part(element, extent, sizes, stretches, type.fortran_order);
}

Runs darray(const TypeContents& type, const Runs& element, std::int64_t extent) {
  const auto dimensions = static_cast<std::size_t>(type.counts[2]);
  const auto argument = [&](std::size_t which, std::size_t i) { return type.counts[3 + which * dimensions + i]; };
  std::vector<std::int64_t> sizes(dimensions);
  std::vector<std::vector<Stretch>> stretches(dimensions);
  // Processes are numbered over the grid in row-major order, whatever the order of the array.
  std::int64_t rest = type.counts[1];
  std::vector<std::int64_t> coordinates(dimensions);
  for (std::size_t i = dimensions; i-- > 0;) {
    const std::int64_t parts = std::max<std::int64_t>(argument(3, i), 1);
    coordinates[i] = rest % parts;
    rest /= parts;
  }
  for (std::size_t i = 0; i < dimensions; ++i) {
    sizes[i] = argument(0, i);
    stretches[i] = distributed(sizes[i], argument(1, i), argument(2, i), argument(3, i), coordinates[i]);
  }
  return array_part(element, extent, sizes, stretches, type.fortran_order);
}

}  // namespace

BasicType basic_type(MPI_Datatype datatype) {
  const auto& table = predefined_table();
  const auto found = table.find(datatype);
  return found == table.end() ? BasicType::kUnknown : found->second;
}

void append_run(Runs& runs, Run run) {
  if (run.elements <= 0 || run.repetitions <= 0) return;
  const std::int64_t length = bytes_of(run);
  if (run.repetitions > 1 && run.stride == length) {
    run.elements *= run.repetitions;
    run.repetitions = 1;
  }
  if (run.repetitions == 1) run.stride = 0;
  if (!runs.empty() && runs.back().basic == run.basic) {
    Run& last = runs.back();
    const std::int64_t end = last.displacement + bytes_of(last);
    if (last.repetitions == 1 && run.repetitions == 1 && run.displacement == end) {
      last.elements += run.elements;
      return;
    }
    if (last.elements == run.elements) {
      const std::int64_t gap = run.displacement - last.displacement;
      if (last.repetitions == 1 && (run.repetitions == 1 || run.stride == gap)) {
        last.stride = gap;
        last.repetitions += run.repetitions;
        return;
      }
      if (last.repetitions > 1 && gap == last.stride * last.repetitions &&
          (run.repetitions == 1 || run.stride == last.stride)) {
        last.repetitions += run.repetitions;
        return;
      }
    }
  }
  runs.push_back(run);
}

void append_copies(Runs& runs, const Runs& child, std::int64_t displacement, std::int64_t count, std::int64_t stride) {
  if (count <= 0 || child.empty()) return;
  if (child.size() == 1 && count > 1) {
    Run run = child[0];
    run.displacement += displacement;
    if (run.repetitions == 1) {
      run.repetitions = count;
      run.stride = stride;
      append_run(runs, run);
      return;
    }
    if (run.stride * run.repetitions == stride) {
      run.repetitions *= count;
      append_run(runs, run);
      return;
    }
  }
  for (std::int64_t i = 0; i < count; ++i) {
    for (Run run : child) {
      run.displacement += displacement + i * stride;
      append_run(runs, run);
    }
  }
}

std::optional<Runs> flatten(MPI_Datatype datatype) {
  const TypeContents type(datatype);
  if (!type.valid) return std::nullopt;
  Runs runs;
  if (type.combiner == Combiner::kNamed) {
    append_run(runs, predefined_run(datatype, basic_type(datatype)));
    return runs;
  }
  if (type.combiner == Combiner::kF90) {
    append_run(runs, predefined_run(datatype, by_precision(datatype)));
    return runs;
  }
  if (type.combiner == Combiner::kUnknown) {
    // A constructor of a later standard: all bytes from the first to the last of its data.
    MPI_Count lower = 0, extent = 0;
    PMPI_Type_get_true_extent_x(datatype, &lower, &extent);
    append_run(runs, {lower, BasicType::kByte, extent, 1, 0});
    return runs;
  }
  if (type.combiner == Combiner::kStruct) {
    for (std::size_t i = 0; i < type.children.size(); ++i) {
      if (type.counts[1 + i] == 0) continue;
      const auto child = flatten(type.children[i]);
      if (!child) return std::nullopt;
      append_copies(runs, *child, type.displacements[i], type.counts[1 + i], extent_of(type.children[i]));
    }
    return runs;
  }
  auto child = flatten(type.children[0]);
  if (!child) return std::nullopt;
  const std::int64_t extent = extent_of(type.children[0]);
  switch (type.combiner) {
    case Combiner::kDup:
    case Combiner::kResized:
      return child;
    case Combiner::kContiguous:
      append_copies(runs, *child, 0, type.counts[0], extent);
      break;
    case Combiner::kVector:
    case Combiner::kHvector: {
      Runs block;
      append_copies(block, *child, 0, type.counts[1], extent);
      const std::int64_t stride = type.combiner == Combiner::kVector ? type.counts[2] * extent : type.displacements[0];
      append_copies(runs, block, 0, type.counts[0], stride);
      break;
    }
    case Combiner::kIndexed:
    case Combiner::kHindexed: {
      const std::int64_t unit = type.combiner == Combiner::kIndexed ? extent : 1;
      for (std::int64_t i = 0; i < type.counts[0]; ++i) {
        const auto at = static_cast<std::size_t>(i);
        append_copies(runs, *child, type.displacements[at] * unit, type.counts[1 + at], extent);
      }
      break;
    }
    case Combiner::kIndexedBlock:
    case Combiner::kHindexedBlock: {
      const std::int64_t unit = type.combiner == Combiner::kIndexedBlock ? extent : 1;
      Runs block;
      append_copies(block, *child, 0, type.counts[1], extent);
      for (std::int64_t displacement : type.displacements) append_copies(runs, block, displacement * unit, 1, 0);
      break;
    }
    case Combiner::kSubarray:
      return subarray(type, *child, extent);
    case Combiner::kDarray:
      return darray(type, *child, extent);
    default:
      break;
  }
  return runs;
}

}  // namespace fencepost::handles
