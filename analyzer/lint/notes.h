// What the checks found, until it becomes findings.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "lint/clang.h"
#include "model/finding.h"

namespace fencepost::lint {

// A place of the program that a note speaks of.
struct Site {
  const clang::Expr* expression = nullptr;  // a call, a load, a store
  clang::SourceLocation location;           // instead, if there is no expression
  std::string call;                         // "MPI_Put"; "" for loads and stores
  AccessVerb kind = AccessVerb::kCall;
  Role role = Role::kCall;
  std::string window;       // as it is written
  std::string description;  // "from 'x', 4 bytes"
};

struct Note {
  std::string_view rule;
  std::string message;
  std::string suggestion;
  std::vector<std::string> why;
  std::vector<Site> sites;  // the one that is wrong first
};

class Notes {
 public:
  // One for each rule and set of places, whichever translation unit or instance of a template it is found in.
  void add(const clang::ASTContext& context, const clang::FunctionDecl* function, Note note);
  // "halo.c:12"
  static std::string position(const clang::ASTContext& context, clang::SourceLocation location);

  std::vector<Finding> take();

 private:
  std::map<std::tuple<std::string, std::string, int, int>, Finding> findings_;
};

}  // namespace fencepost::lint
