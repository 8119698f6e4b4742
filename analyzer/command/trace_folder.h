// The directory of a run's trace.
#pragma once

#include <filesystem>
#include <string>

#include "command/options.h"

namespace fencepost::command {

// Removed at the end, unless it is to be kept.
class TraceFolder {
 public:
  TraceFolder() = default;
  ~TraceFolder() { remove(); }
  TraceFolder(const TraceFolder&) = delete;
  TraceFolder& operator=(const TraceFolder&) = delete;

  // The requested one, or a temporary one. Returns "", or a sentence on what is wrong.
  std::string open(const Arguments& arguments);

  const std::filesystem::path& path() const { return path_; }
  bool kept() const { return keep_; }
  void remove() const;

 private:
  std::string use(const std::string& path);
  std::string make_temporary(const std::filesystem::path& parent, bool keep);

  std::filesystem::path path_;
  bool keep_ = false;
};

bool has_traces(const std::filesystem::path& folder);

// Whether nothing more can be recorded there, because the disk is full.
bool is_full(const std::filesystem::path& folder);

}  // namespace fencepost::command
