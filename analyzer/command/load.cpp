#include "command/load.h"

#include <filesystem>

#include <fmt/format.h>

#include "command/file_text.h"
#include "command/several_jobs.h"
#include "reports/json.h"

namespace fencepost::command {

Analysis load(const std::string& path, const RuleOptions& rules, const EngineSettings& settings) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return analyze_all(path, rules, settings);
  const std::optional<std::string> text = text_of_file(path);
  if (!text) return {.findings = std::nullopt, .problem = fmt::format("{} cannot be read", path)};
  Analysis analysis;
  analysis.findings = reports::from_json(*text, analysis.problem);
  if (!analysis.findings) analysis.problem = fmt::format("{}: {}", path, analysis.problem);
  return analysis;
}

}  // namespace fencepost::command
