// The results of the checks, until they become findings.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "lint/clang.h"
#include "model/finding.h"

namespace fencepost::lint {

// A place in the program that a note mentions.
struct Site {
  const clang::Expr* expression = nullptr;  // a call, a load, a store
  clang::SourceLocation location;           // instead, if there is no expression
  std::string call;                         // "MPI_Put"; "" for loads and stores
  AccessVerb kind = AccessVerb::kCall;
  Role role = Role::kCall;
  std::string window;       // as written
  std::string description;  // "from 'x', 4 bytes"
};

struct Note {
  std::string_view rule;
  std::string message;
  std::string suggestion;
  std::vector<std::string> why;
  std::vector<Site> sites;  // the wrong one comes first
};

class Notes {
 public:
  // Adds one note for each rule and set of places, even if several translation units or template instances have it.
  void add(const clang::ASTContext& context, const clang::FunctionDecl* function, Note note);
  // "halo.c:12"
  static std::string position(const clang::ASTContext& context, clang::SourceLocation location);

  std::vector<Finding> take();

 private:
  std::map<std::tuple<std::string, std::string, int, int>, Finding> findings_;
};

}  // namespace fencepost::lint
