// One level of a datatype's construction: its combiner and the arguments of the constructor call. Large-count
// constructors and ordinary ones have the same form here. Children are freed again with the contents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <mpi.h>

namespace fencepost::handles {

// The constructor, whatever the language or the width of its arguments.
enum class Combiner {
  kNamed,
  kDup,
  kContiguous,     // counts {count}
  kVector,         // counts {count, block length, stride in elements}
  kHvector,        // counts {count, block length}, displacements {stride in bytes}
  kIndexed,        // counts {count, block lengths…}, displacements in elements
  kHindexed,       // counts {count, block lengths…}, displacements in bytes
  kIndexedBlock,   // counts {count, block length}, displacements in elements
  kHindexedBlock,  // counts {count, block length}, displacements in bytes
  kStruct,         // counts {count, block lengths…}, displacements in bytes
  kSubarray,       // counts {dimensions, sizes…, subsizes…, starts…}, fortran_order
  kDarray,         // counts {processes, rank, dimensions, sizes…, distributions…, arguments…, grid…}, fortran_order
  kF90,            // a predefined type by precision and range
  kResized,        // displacements {lower bound, extent}
  kUnknown,
};

class TypeContents {
 public:
  explicit TypeContents(MPI_Datatype datatype);
  ~TypeContents();
  TypeContents(const TypeContents&) = delete;
  TypeContents& operator=(const TypeContents&) = delete;

  bool valid = false;  // false: MPI does not accept the handle; nothing else holds then
  Combiner combiner = Combiner::kUnknown;
  std::vector<std::int64_t> counts;
  std::vector<std::int64_t> displacements;
  std::vector<MPI_Datatype> children;
  bool fortran_order = false;

 private:
  void read(MPI_Datatype datatype);
};

// Extent of a datatype in bytes; 0 if MPI does not accept it.
std::int64_t extent_of(MPI_Datatype datatype);
bool is_named(MPI_Datatype datatype);

// How a datatype was made, also by large-count constructors (about which MPICH's MPI_Type_get_envelope says nothing).
struct Envelope {
  bool valid = false;  // false: MPI does not accept the handle
  int combiner = MPI_COMBINER_NAMED;
  std::size_t length = 0;  // numbers and datatypes that describe it
};
Envelope envelope_of(MPI_Datatype datatype);

}  // namespace fencepost::handles
