#include "facts/mpi_library.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace fencepost {

bool is_mpich_4(const Process& process) {
  constexpr std::string_view kName = "MPICH Version:";  // "MPICH Version: 4.0.2"
  const std::string& library = process.info.mpi_library;
  if (!library.starts_with(kName)) return false;
  const std::size_t number = library.find_first_not_of(" \t", kName.size());
  return number != std::string::npos && library[number] >= '4' && library[number] <= '9';
}

}  // namespace fencepost
