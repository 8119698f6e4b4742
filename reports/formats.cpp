#include <algorithm>
#include <array>
#include <filesystem>

#include "reports/annotations.h"
#include "reports/format.h"
#include "reports/gcc.h"
#include "reports/gitlab.h"
#include "reports/html.h"
#include "reports/json.h"
#include "reports/junit.h"
#include "reports/markdown.h"
#include "reports/patch.h"
#include "reports/place.h"
#include "reports/sarif.h"

namespace fencepost::reports {
namespace {

std::string write_json(const Findings& findings, Context&) {
  return to_json(findings);
}

// Paths in a patch are relative to the place where it will be applied.
std::string write_patch(const Findings& findings, Context& context) {
  std::error_code unknown;
  const std::string here = std::filesystem::current_path(unknown).string();
  return to_patch(findings, context.source_root.empty() ? here : root_of(findings, context.source_root));
}

constexpr std::array kFormats = {
    Format{"html", "--html", "fencepost-report.html", "the page for people", to_html},
    Format{"json", "--json", "fencepost.json", "everything, for programs and for --baseline", write_json},
    Format{"sarif", "--sarif", "fencepost.sarif", "SARIF 2.1.0, for code scanning and editors", to_sarif},
    Format{"junit", "--junit", "fencepost-junit.xml", "JUnit XML, for CI servers", to_junit},
    Format{"gitlab", "", "gl-code-quality-report.json", "GitLab code quality", to_gitlab},
    Format{"github", "", "-", "GitHub annotations (::error file=...)", to_annotations},
    Format{"markdown", "", "-", "a summary in Markdown", to_markdown},
    Format{"patch", "--patch", "fencepost.patch", "the fixes that are certain, for patch -p1", write_patch},
    Format{"gcc", "", "-", "a line for each place, as compilers write them", to_gcc},
};

}  // namespace

std::span<const Format> formats() {
  return kFormats;
}

const Format* format_named(std::string_view name) {
  const auto found = std::ranges::find(kFormats, name, &Format::name);
  return found == kFormats.end() ? nullptr : &*found;
}

}  // namespace fencepost::reports
