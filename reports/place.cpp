#include "reports/place.h"

#include <filesystem>

#include "model/template_name.h"
#include "reports/text.h"

namespace fencepost::reports {
namespace {

bool is_in_sources(const SourceLocation& place) {
  return place.line > 0 && !place.file.empty();
}

}  // namespace

const SourceLocation* place_in_sources(const Finding& finding) {
  for (const Access& access : finding.accesses)
    if (is_in_sources(access.location)) return &access.location;
  for (const Access& access : finding.accesses) {
    for (const SourceLocation& frame : access.stack)
      if (is_in_sources(frame) && !is_of_the_language(frame)) return &frame;
  }
  for (const Access& access : finding.accesses)
    if (access.epoch && is_in_sources(access.epoch->opened)) return &access.epoch->opened;
  return nullptr;
}

std::string root_of(const Findings& findings, const std::string& given) {
  std::string root = findings.program.directory;
  if (!given.empty()) {
    std::error_code error;
    const auto whole = std::filesystem::weakly_canonical(given, error);
    root = error ? given : whole.string();
  }
  while (root.size() > 1 && root.back() == '/') root.pop_back();
  return root;
}

std::string path_below(const std::string& file, const std::string& root) {
  std::string path = std::filesystem::path(file).lexically_normal().string();
  path = shorten(path, root);
  while (path.starts_with("./")) path.erase(0, 2);
  return path;
}

std::string stable_place(const Finding& finding, const std::string& root) {
  const SourceLocation* place = place_in_sources(finding);
  if (place == nullptr) {
    if (finding.accesses.empty()) return "";
    const SourceLocation& unknown = finding.accesses.front().location;
    return unknown.function.empty() ? std::string(name_of_file(unknown.module)) : template_name(unknown.function);
  }
  std::string file = path_below(place->file, root);
  if (file.starts_with("/")) file = std::string(name_of_file(file));
  return place->function.empty() ? file : template_name(place->function) + " (" + file + ")";
}

}  // namespace fencepost::reports
