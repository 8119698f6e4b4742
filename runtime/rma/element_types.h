// Datatype infos without an MPI handle: for the packed forms of data.
#pragma once

#include "handles/datatypes.h"
#include "record/vocabulary.h"

namespace fencepost::rma {

// A single element; kByte for packed bytes. Lives forever.
const handles::DatatypeInfo& element_type(BasicType basic);

}  // namespace fencepost::rma
