#include "lint/library_calls.h"

#include <algorithm>
#include <array>

namespace fencepost::lint {
namespace {

constexpr LibraryAccess reads(unsigned argument, int size = -1, int times = -1) {
  return {.argument = argument, .size = size, .times = times};
}

constexpr LibraryAccess writes(unsigned argument, int size = -1, int times = -1) {
  return {.argument = argument, .size = size, .times = times, .written = true};
}

// (Where a function only may read or write, such as snprintf the rest of its buffer, only what is certain is here.)
constexpr std::array kStores = {writes(0, 2)};                       // memset
constexpr std::array kClears = {writes(0, 1)};                       // bzero
constexpr std::array kCopies = {reads(1, 2), writes(0, 2)};          // memcpy
constexpr std::array kCopiesBack = {reads(0, 2), writes(1, 2)};      // bcopy
constexpr std::array kCompares = {reads(0, 2), reads(1, 2)};         // memcmp: up to the first difference
constexpr std::array kReadsString = {reads(0)};                      // strlen
constexpr std::array kReadsTwo = {reads(0), reads(1)};               // strcmp
constexpr std::array kCopiesString = {reads(1), writes(0)};          // strcpy
constexpr std::array kAddsString = {reads(0), reads(1), writes(0)};  // strcat, whose end moves
constexpr std::array kFillsString = {writes(0, 2)};                  // strncpy, which fills with zeros
constexpr std::array kPrints = {writes(0)};                          // sprintf
constexpr std::array kWritesOut = {reads(0, 1, 2)};                  // fwrite

constexpr std::array kCalls = {
    LibraryCall{"memset", kStores},
    LibraryCall{"bzero", kClears},
    LibraryCall{"memcpy", kCopies},
    LibraryCall{"mempcpy", kCopies},
    LibraryCall{"memmove", kCopies},
    LibraryCall{"bcopy", kCopiesBack},
    LibraryCall{"memcmp", kCompares},
    LibraryCall{"bcmp", kCompares},
    LibraryCall{"strlen", kReadsString},
    LibraryCall{"strchr", kReadsString},
    LibraryCall{"strrchr", kReadsString},
    LibraryCall{"strdup", kReadsString},
    LibraryCall{"atoi", kReadsString},
    LibraryCall{"atol", kReadsString},
    LibraryCall{"atoll", kReadsString},
    LibraryCall{"atof", kReadsString},
    LibraryCall{"strtol", kReadsString},
    LibraryCall{"strtoll", kReadsString},
    LibraryCall{"strtoul", kReadsString},
    LibraryCall{"strtoull", kReadsString},
    LibraryCall{"strtod", kReadsString},
    LibraryCall{"strtof", kReadsString},
    LibraryCall{"puts", kReadsString},
    LibraryCall{"fputs", kReadsString},
    LibraryCall{"strcmp", kReadsTwo},
    LibraryCall{"strcasecmp", kReadsTwo},
    LibraryCall{"strcoll", kReadsTwo},
    LibraryCall{"strstr", kReadsTwo},
    LibraryCall{"strspn", kReadsTwo},
    LibraryCall{"strcspn", kReadsTwo},
    LibraryCall{"strcpy", kCopiesString},
    LibraryCall{"stpcpy", kCopiesString},
    LibraryCall{"strcat", kAddsString},
    LibraryCall{"strncpy", kFillsString},
    LibraryCall{"stpncpy", kFillsString},
    LibraryCall{"sprintf", kPrints},
    LibraryCall{"vsprintf", kPrints},
    LibraryCall{"fwrite", kWritesOut},
    LibraryCall{.name = "free", .given_back = 0},
    LibraryCall{.name = "cfree", .given_back = 0},
    LibraryCall{.name = "realloc", .given_back = 0},
    LibraryCall{.name = "reallocarray", .given_back = 0},
    LibraryCall{.name = "munmap", .given_back = 0},
    LibraryCall{.name = "MPI_Free_mem", .given_back = 0},
};

}  // namespace

const LibraryCall* library_call(std::string_view function) {
  const auto* const found = std::ranges::find(kCalls, function, &LibraryCall::name);
  return found != kCalls.end() ? found : nullptr;
}

}  // namespace fencepost::lint
