// Datatypes as memory: flattened once, kept as long as anything refers to them; the trace knows them by id.
// Compiled once per MPI library. Any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <mpi.h>

#include "handles/datatype_info.h"
#include "handles/defined_types.h"
#include "record/vocabulary.h"

namespace fencepost::handles {

// The info of `datatype`; made and defined in the trace at first sight. Null for MPI_DATATYPE_NULL or a handle that MPI
// does not accept. The pointer keeps the info alive after MPI_Type_free.
std::shared_ptr<const DatatypeInfo> datatype_info(MPI_Datatype datatype);

// The same without a share in the ownership: valid until the type is freed (removed_datatype). For the length of a
// call, whose datatype arguments the program may not free meanwhile. A lookup without lock when the type was used
// recently.
const DatatypeInfo* peek_datatype(MPI_Datatype datatype);

// Trace id only (0 for MPI_DATATYPE_NULL): the cheap form for events.
std::uint64_t datatype_id(MPI_Datatype datatype);

// Keeps the ids of these buffers' datatypes for events that are written after the call
// they came with: the program may free the datatypes before.
std::vector<DefinedType> definitions_of(std::span<const Buffer> buffers);

// The handle is about to be freed: forget the association of handle and info.
void removed_datatype(MPI_Datatype datatype);

// The same if the program freed it (in one of its threads, at `stack`). For a while its later
// uses of the handle can be distinguished from uses of other datatypes (freed_types.h).
void freed_datatype(MPI_Datatype datatype, std::uint64_t thread, std::uint64_t stack);
bool is_freed(MPI_Datatype datatype);  // for certain
// From now on no use of a freed handle is noticed: the program sets attributes, which go with the datatype, or it ends.
void forget_freed_datatypes();

ReduceOp reduce_op(MPI_Op op);  // kUserDefined for any op that is not predefined
MPI_Op native_op(ReduceOp op);  // MPI_OP_NULL for kNull and kUserDefined

}  // namespace fencepost::handles
