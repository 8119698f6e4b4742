// MPI_Type_free: forgets what is known about the datatype, except that it was freed. MPI_Type_create_keyval.
#include <mpi.h>

#include "handles/handle_key.h"
#include "interposer/arguments.h"
#include "interposer/entry.h"
#include "interposer/judgement.h"
#include "interposer/scope.h"

namespace fencepost::interposer {
namespace {

int type_free(MPI_Datatype* datatype) {
  const Scope scope;
  if (scope.records() && (datatype == nullptr || handles::verdict_on_datatype(*datatype))) {
    const Judgement wrong = datatype == nullptr ? judge_pointer(datatype, 0)
                                                : judge_handle(handles::verdict_on_datatype(*datatype),
                                                               handles::handle_key(*datatype), 0, MPI_ERR_TYPE);
    write_judgement(wrong, MpiCall::kType_free, 0, scope.stack());
    PMPI_Comm_call_errhandler(MPI_COMM_WORLD, wrong.error);
    return wrong.error;
  }
  if (!scope.records()) {
    handles::removed_datatype(*datatype);
    return PMPI_Type_free(datatype);
  }
  if (handles::is_freed(*datatype)) {
    write_judgement({.problem = ArgumentProblem::kFreed, .error = MPI_ERR_TYPE}, MpiCall::kType_free, 0, scope.stack());
    // The library would free what we keep of it.
    MPI_Datatype none = MPI_DATATYPE_NULL;
    return PMPI_Type_free(&none);
  }
  handles::freed_datatype(*datatype, record::current_thread(), scope.stack());
  return PMPI_Type_free(datatype);
}

// A datatype's attributes are deleted with it, and nothing may put that off if the program can see it.
int type_create_keyval(MPI_Type_copy_attr_function* copy, MPI_Type_delete_attr_function* remove, int* key,
                       void* extra_state) {
  const Scope scope;
  if (scope.outermost()) handles::forget_freed_datatypes();
  return PMPI_Type_create_keyval(copy, remove, key, extra_state);
}

}  // namespace

std::span<const Entry> datatype_entries() {
  static const Entry kEntries[] = {
      FENCEPOST_ENTRY(Type_free, type_free),
      FENCEPOST_ENTRY(Type_create_keyval, type_create_keyval),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
