#include "interposer/failure.h"

#include <cstdint>

#include <mpi.h>

#include "recorder/recorder.h"

namespace fencepost::interposer {
namespace {

struct ClassName {
  int number;
  std::string_view name;
};

#define NAMED(name) \
  ClassName {       \
    name, #name     \
  }
constexpr ClassName kClasses[] = {
    NAMED(MPI_ERR_BUFFER),
    NAMED(MPI_ERR_COUNT),
    NAMED(MPI_ERR_TYPE),
    NAMED(MPI_ERR_TAG),
    NAMED(MPI_ERR_COMM),
    NAMED(MPI_ERR_RANK),
    NAMED(MPI_ERR_REQUEST),
    NAMED(MPI_ERR_ROOT),
    NAMED(MPI_ERR_GROUP),
    NAMED(MPI_ERR_OP),
    NAMED(MPI_ERR_TOPOLOGY),
    NAMED(MPI_ERR_DIMS),
    NAMED(MPI_ERR_ARG),
    NAMED(MPI_ERR_UNKNOWN),
    NAMED(MPI_ERR_TRUNCATE),
    NAMED(MPI_ERR_OTHER),
    NAMED(MPI_ERR_INTERN),
    NAMED(MPI_ERR_IN_STATUS),
    NAMED(MPI_ERR_PENDING),
    NAMED(MPI_ERR_ACCESS),
    NAMED(MPI_ERR_AMODE),
    NAMED(MPI_ERR_ASSERT),
    NAMED(MPI_ERR_BAD_FILE),
    NAMED(MPI_ERR_BASE),
    NAMED(MPI_ERR_CONVERSION),
    NAMED(MPI_ERR_DISP),
    NAMED(MPI_ERR_DUP_DATAREP),
    NAMED(MPI_ERR_FILE_EXISTS),
    NAMED(MPI_ERR_FILE_IN_USE),
    NAMED(MPI_ERR_FILE),
    NAMED(MPI_ERR_INFO_KEY),
    NAMED(MPI_ERR_INFO_NOKEY),
    NAMED(MPI_ERR_INFO_VALUE),
    NAMED(MPI_ERR_INFO),
    NAMED(MPI_ERR_IO),
    NAMED(MPI_ERR_KEYVAL),
    NAMED(MPI_ERR_LOCKTYPE),
    NAMED(MPI_ERR_NAME),
    NAMED(MPI_ERR_NO_MEM),
    NAMED(MPI_ERR_NOT_SAME),
    NAMED(MPI_ERR_NO_SPACE),
    NAMED(MPI_ERR_NO_SUCH_FILE),
    NAMED(MPI_ERR_PORT),
    NAMED(MPI_ERR_QUOTA),
    NAMED(MPI_ERR_READ_ONLY),
    NAMED(MPI_ERR_RMA_CONFLICT),
    NAMED(MPI_ERR_RMA_SYNC),
    NAMED(MPI_ERR_SERVICE),
    NAMED(MPI_ERR_SIZE),
    NAMED(MPI_ERR_SPAWN),
    NAMED(MPI_ERR_UNSUPPORTED_DATAREP),
    NAMED(MPI_ERR_UNSUPPORTED_OPERATION),
    NAMED(MPI_ERR_WIN),
    NAMED(MPI_ERR_RMA_RANGE),
    NAMED(MPI_ERR_RMA_ATTACH),
    NAMED(MPI_ERR_RMA_FLAVOR),
    NAMED(MPI_ERR_RMA_SHARED),
};
#undef NAMED

}  // namespace

std::string_view error_class_name(int error_class) {
  for (const ClassName& row : kClasses) {
    if (row.number == error_class) return row.name;
  }
  return "";
}

int record_failure(int code) {
  int error_class = MPI_ERR_UNKNOWN;
  PMPI_Error_class(code, &error_class);
  record::write(
      event::CallFailed{.error_class = static_cast<std::uint64_t>(error_class), .name = error_class_name(error_class)});
  return code;
}

}  // namespace fencepost::interposer
