#include "lint/notes.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "findings/fold.h"
#include "findings/report.h"
#include "registry/rule.h"

namespace fencepost::lint {
namespace {

SourceLocation located(const clang::ASTContext& context, clang::SourceLocation place,
                       const clang::FunctionDecl* function) {
  const clang::SourceManager& sources = context.getSourceManager();
  const clang::SourceLocation outer = sources.getExpansionLoc(place);
  SourceLocation location;
  const clang::PresumedLoc presumed = sources.getPresumedLoc(outer);
  if (presumed.isInvalid()) return location;
  std::error_code error;
  location.file = std::filesystem::absolute(presumed.getFilename(), error).lexically_normal().string();
  location.line = static_cast<int>(presumed.getLine());
  location.column = static_cast<int>(presumed.getColumn());
  if (function != nullptr) location.function = function->getQualifiedNameAsString();
  return location;
}

}  // namespace

std::string Notes::position(const clang::ASTContext& context, clang::SourceLocation location) {
  const SourceLocation place = located(context, location, nullptr);
  return fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
}

void Notes::add(const clang::ASTContext& context, const clang::FunctionDecl* function, Note note) {
  const Rule& rule = rule_of(note.rule);
  Finding finding;
  finding.rule = rule.id;
  finding.family = rule.family;
  finding.severity = rule.severity;
  finding.title = rule.title;
  finding.section = citation(rule);
  finding.message = std::move(note.message);
  finding.suggestion = std::move(note.suggestion);
  finding.why = std::move(note.why);
  for (const Site& site : note.sites) {
    Access access;
    access.location =
        located(context, site.expression != nullptr ? site.expression->getBeginLoc() : site.location, function);
    access.stack = {access.location};
    access.call = site.call;
    access.kind = site.kind;
    access.role = site.role;
    access.window = site.window;
    access.description = site.description;
    finding.accesses.push_back(std::move(access));
  }
  finding.fingerprint = fingerprint_of(finding.rule, finding.accesses);
  const SourceLocation& first = finding.accesses.front().location;
  findings_.try_emplace({finding.rule, first.file, first.line, first.column}, std::move(finding));
}

std::vector<Finding> Notes::take() {
  std::vector<Finding> findings;
  for (auto& [key, finding] : findings_) findings.push_back(std::move(finding));
  findings_.clear();
  put_in_order(findings);
  return findings;
}

}  // namespace fencepost::lint
