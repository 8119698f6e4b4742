#include "command/run_settings.h"

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <system_error>

#include <fmt/format.h>

#include "command/installation.h"
#include "command/program.h"

namespace fencepost::command {
namespace {

// The limit for the trace on disk, in MiB, if it is read and deleted while the program runs.
constexpr const char* kTraceLimit = "1024";

constexpr const char* kTunables = "GLIBC_TUNABLES";
constexpr const char* kRoomForThreads = "glibc.rtld.optional_static_tls";
constexpr int kBytesForThreads = 16384;  // a library takes 144

// Our words before those of a variable. Colons part them.
std::string with_ours(const char* variable, const std::string& ours) {
  const char* const others = std::getenv(variable);
  return others != nullptr && *others != '\0' ? fmt::format("{}:{}", ours, others) : ours;
}

}  // namespace

// RMA that the MPI library itself executed is ordered by times: that needs all earlier events.
bool is_live(const Arguments& arguments) {
  return !arguments.has("--no-live") && arguments.value("--rma") != "native" && !names_hosts(arguments.rest);
}

bool frees_trace(const Arguments& arguments, const TraceFolder& folder) {
  return !folder.kept() && is_live(arguments);
}

std::map<std::string, std::string> settings_of(const Arguments& arguments, const TraceFolder& folder) {
  std::map<std::string, std::string> settings;
  for (const Option& option : options_of(Command::kRun)) {
    if (option.environment.empty() || !arguments.has(option.name)) continue;
    settings[option.environment] = option.value.empty() ? option.sets : arguments.value(option.name).value_or("");
  }
  settings["FENCEPOST_TRACE_DIR"] = folder.path().string();
  if (frees_trace(arguments, folder) && std::getenv("FENCEPOST_TRACE_LIMIT") == nullptr)
    settings.try_emplace("FENCEPOST_TRACE_LIMIT", kTraceLimit);
  settings["LD_PRELOAD"] = with_ours("LD_PRELOAD", preload_library().string());
  // Programs made by our compilers have thread-local memory in the block that the C library sets up at the program's
  // start. A library that is opened later gets what is left of it: 512 bytes, most of which the MPI library takes.
  const char* tunables = std::getenv(kTunables);
  if (tunables == nullptr || std::string_view(tunables).find(kRoomForThreads) == std::string_view::npos)
    settings[kTunables] = with_ours(kTunables, fmt::format("{}={}", kRoomForThreads, kBytesForThreads));
  // AddressSanitizer's library wants to be the first of all, and otherwise ends the program. It also works after ours.
  settings["ASAN_OPTIONS"] = with_ours("ASAN_OPTIONS", "verify_asan_link_order=0");
  return settings;
}

std::optional<std::chrono::milliseconds> seconds_of(const Arguments& arguments, std::string_view option,
                                                    std::string_view standard) {
  const std::string word = arguments.value(option).value_or(std::string(standard));
  double seconds = 0;
  auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), seconds);
  if (error != std::errc{} || end != word.data() + word.size() || !(seconds >= 0 && seconds < 1e6)) return std::nullopt;
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

}  // namespace fencepost::command
