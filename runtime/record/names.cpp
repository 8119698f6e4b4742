// The names behind the numbers of vocabulary.h.
#include <array>

#include "record/vocabulary.h"

namespace fencepost {

std::string_view name_of(MpiCall call) {
  static constexpr std::string_view kNames[] = {
      "",
#define MPI_CALL(name, since, arguments) "MPI_" #name,
#include "record/mpi_calls.def"
#undef MPI_CALL
  };
  const auto index = static_cast<std::size_t>(call);
  return index < std::size(kNames) ? kNames[index] : std::string_view{};
}

std::string_view name_of(ReduceOp op) {
  static constexpr std::string_view kNames[] = {"MPI_OP_NULL", "MPI_REPLACE", "MPI_NO_OP",  "MPI_SUM",
                                                "MPI_PROD",    "MPI_MAX",     "MPI_MIN",    "MPI_LAND",
                                                "MPI_BAND",    "MPI_LOR",     "MPI_BOR",    "MPI_LXOR",
                                                "MPI_BXOR",    "MPI_MAXLOC",  "MPI_MINLOC", "a user-defined operation"};
  const auto index = static_cast<std::size_t>(op);
  return index < std::size(kNames) ? kNames[index] : std::string_view{};
}

namespace {
struct BasicTypeRow {
  std::string_view name;
  std::size_t size;
};
constexpr BasicTypeRow kBasicTypes[] = {
#define BASIC_TYPE(constant, mpi_name, bytes) {#mpi_name, bytes},
#include "record/basic_types.def"
#undef BASIC_TYPE
};
}  // namespace

std::string_view name_of(BasicType type) {
  const auto index = static_cast<std::size_t>(type);
  return index < std::size(kBasicTypes) ? kBasicTypes[index].name : std::string_view{};
}

std::size_t size_of(BasicType type) {
  const auto index = static_cast<std::size_t>(type);
  return index < std::size(kBasicTypes) ? kBasicTypes[index].size : 0;
}

std::span<const ValuePart> value_parts(BasicType type) {
  static constexpr ValuePart kWhole[] = {
#define BASIC_TYPE(constant, mpi_name, bytes) {0, bytes},
#include "record/basic_types.def"
#undef BASIC_TYPE
  };
  static constexpr ValuePart kShortInt[] = {{0, 2}, {4, 4}};
  static constexpr ValuePart kDoubleInt[] = {{0, 12}};
  static constexpr ValuePart kLongDoubleInt[] = {{0, 20}};
  switch (type) {
    case BasicType::kShortInt:
      return kShortInt;
    case BasicType::kDoubleInt:
    case BasicType::kLongInt:
      return kDoubleInt;
    case BasicType::kLongDoubleInt:
      return kLongDoubleInt;
    default: {
      const auto index = static_cast<std::size_t>(type);
      return {kWhole + (index < std::size(kWhole) ? index : 0), 1};
    }
  }
}

bool has_padding(BasicType type) {
  return type == BasicType::kShortInt || type == BasicType::kDoubleInt || type == BasicType::kLongInt ||
         type == BasicType::kLongDoubleInt;
}

}  // namespace fencepost
