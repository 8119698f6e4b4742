// Suppression files. One suppression per line; '#' begins a comment.
//
//   RULES [any-frame] PATTERN... [with [any-frame] PATTERN...]
//
// RULES are ids, names or families separated by commas, or * for all. A PATTERN is function:, file: or module: and a
// glob (pattern.h), in double quotes if it has blanks. All patterns must fit one place: the statement itself (the top
// frame), or with any-frame one frame of its stack. It is enough that one access of the finding fits; the patterns
// after `with` must fit another access.
//
//   FP-EPOCH-016
//   RACE file:third_party/*
//   RACE function:produce file:queue.c with function:consume
//   * any-frame module:libvendor.so*
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/finding.h"

namespace fencepost::suppress {

// The patterns for one frame; empty patterns fit everything.
struct FramePattern {
  bool any_frame = false;
  std::string function, file, module;
  bool fits(const Access& access) const;
};

struct FileEntry {
  std::string place;                         // "fencepost.supp:3"
  std::string text;                          // the line, as it is there
  std::set<std::string, std::less<>> rules;  // ids; empty: all
  std::vector<FramePattern> accesses;        // none, one or two
  bool fits(const Finding& finding) const;
};

struct ParsedFile {
  std::vector<FileEntry> entries;
  std::vector<std::string> problems;  // "fencepost.supp:4: there is no rule or family 'RCE'"
};
ParsedFile parse(std::string_view text, const std::string& name);

}  // namespace fencepost::suppress
