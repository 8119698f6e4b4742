// A communication call of the one-sided chapter with its arguments, whichever call it is, and what is wrong with them.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "handles/datatypes.h"
#include "interposer/judgement.h"
#include "record/vocabulary.h"
#include "rma/operation.h"
#include "rma/window.h"

namespace fencepost::interposer {

// A buffer argument of the program.
struct Given {
  const void* address = nullptr;
  std::int64_t count = 0;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
};

// A call's arguments, whichever call it is.
struct Call {
  MpiCall call = MpiCall::kNone;
  rma::Kind kind = rma::Kind::kPut;
  Given origin;
  Given result;
  const void* compare = nullptr;
  ReduceOp op = ReduceOp::kNull;
  int target = 0;
  MPI_Aint displacement = 0;
  std::int64_t target_count = 0;
  MPI_Datatype target_datatype = MPI_DATATYPE_NULL;
  bool single_element = false;  // MPI_Fetch_and_op, MPI_Compare_and_swap: predefined types only
  MPI_Win window = MPI_WIN_NULL;
  bool with_request = false;
  MPI_Request* request = nullptr;
  MPI_Op given_op = MPI_OP_NULL;  // calls without an operation have MPI_OP_NULL
};

// As memory. `known` is the info of `known_type`, which most arguments of a call share.
rma::Layout layout_of(const Given& given, MPI_Datatype known_type = MPI_DATATYPE_NULL,
                      const handles::DatatypeInfo* known = nullptr);
rma::Operation operation_of(const Call& call);

// What can be said about the arguments, whatever the state of the window.
Judgement judge_arguments(const Call& call, const rma::Window& window, const rma::Operation& operation);
// For a handle that is not a window.
Judgement judge_its_window(const Call& call);
// The request of the forms that have one.
Judgement judge_request(const Call& call);

}  // namespace fencepost::interposer
