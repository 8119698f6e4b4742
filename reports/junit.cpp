#include "reports/junit.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "reports/causes.h"
#include "reports/place.h"
#include "reports/terminal.h"
#include "reports/text.h"

namespace fencepost::reports {
namespace {

// Text for XML: markup escaped, and characters that XML 1.0 forbids replaced. Line ends stay.
std::string in_xml(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    std::string line = printable(text.substr(0, end));
    for (std::size_t i = 0; i < line.size(); ++i) {
      std::string_view rest = std::string_view(line).substr(i);
      if (rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF")) {
        result += "\xEF\xBF\xBD";
        i += 2;
      } else if (line[i] == '<') {
        result += "&lt;";
      } else if (line[i] == '>') {
        result += "&gt;";
      } else if (line[i] == '&') {
        result += "&amp;";
      } else if (line[i] == '"') {
        result += "&quot;";
      } else {
        result += line[i];
      }
    }
    if (end < text.size()) result += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

std::string one_line(const std::string& text) {
  std::string line = text;
  std::ranges::replace(line, '\n', ' ');
  return in_xml(line);
}

std::string property(std::string_view name, const std::string& value) {
  if (value.empty()) return "";
  return fmt::format("<property name=\"{}\" value=\"{}\"/>", name, one_line(value));
}

class JunitWriter {
 public:
  JunitWriter(const Findings& findings, Context& context)
      : findings_(findings), context_(context), causes_(findings), root_(root_of(findings, context.source_root)) {}

  std::string document() {
    std::string suites;
    if (findings_.jobs.empty()) suites = suite(findings_.program, 0);
    for (std::size_t i = 0; i < findings_.jobs.size(); ++i) suites += suite(findings_.jobs[i], static_cast<int>(i) + 1);
    if (findings_.status == RunStatus::kFailed)
      suites += failed_check(why_failed(findings_));
    else if (!findings_.incomplete.empty())
      suites += failed_check(incomplete_text(findings_));
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"fencepost\" {} time=\"{}\">\n{}</testsuites>\n",
        counts(all_), seconds(findings_.program), suites);
  }

 private:
  struct Counts {
    std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
    void operator+=(const Counts& other) {
      tests += other.tests;
      failures += other.failures;
      errors += other.errors;
      skipped += other.skipped;
    }
  };
  static std::string counts(const Counts& counts) {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", counts.tests, counts.failures,
                       counts.errors, counts.skipped);
  }
  static std::string seconds(const ProgramInfo& program) {
    return fmt::format("{:.3f}", static_cast<double>(program.milliseconds) / 1000);
  }

  // `number` of the job, from 1; 0: there was only one.
  std::string suite(const ProgramInfo& job, int number) {
    const auto is_in_job = [&](const Finding& finding) {
      return number == 0 || std::ranges::find(finding.jobs, number) != finding.jobs.end();
    };
    names_.clear();
    Counts own;
    std::string cases;
    for (const Finding& finding : findings_.findings) {
      if (!is_in_job(finding) || causes_.of(finding) != nullptr) continue;
      cases += test_case(finding, "");
      ++own.tests;
      own.failures += is_failure(finding) ? 1 : 0;
    }
    for (const SuppressedFinding& suppressed : findings_.suppressed) {
      if (!is_in_job(suppressed.finding)) continue;
      cases += test_case(suppressed.finding, findings_.suppressions.at(suppressed.by).place);
      ++own.tests;
      ++own.skipped;
    }
    if (own.tests == 0 && findings_.status != RunStatus::kFailed) {
      cases += "    <testcase classname=\"fencepost\" name=\"no findings\" time=\"0\"/>\n";
      ++own.tests;
    }
    all_ += own;
    const std::string started =
        job.started.empty() ? "" : fmt::format(" timestamp=\"{}\"", one_line(job.started.substr(0, 19)));
    return fmt::format("  <testsuite name=\"{}\" {} time=\"{}\"{}>\n    {}\n{}{}  </testsuite>\n",
                       suite_name(job, number), counts(own), seconds(job), started, properties(job), cases,
                       number <= 1 ? messages() : "");
  }

  std::string suite_name(const ProgramInfo& job, int number) const {
    const std::string name = job.command.empty() ? "fencepost" : job.command;
    return one_line(number == 0 ? name : fmt::format("job {}: {}", number, name));
  }

  std::string properties(const ProgramInfo& job) const {
    return "<properties>" + property("mpi", job.mpi_library) + property("ranks", std::to_string(job.ranks)) +
           property("schedule", job.schedule) + property("rma", job.rma) +
           property("exit_status", job.exit_status ? std::to_string(*job.exit_status) : "") +
           property("fencepost", context_.tool_version) + "</properties>";
  }

  std::string messages() const {
    std::string text;
    for (const std::string& sentence : findings_.blind_spots) text += "Not seen: " + sentence + "\n";
    for (const std::string& sentence : suppression_sentences(findings_)) text += "Suppressed: " + sentence + "\n";
    return text.empty() ? "" : fmt::format("    <system-out>{}</system-out>\n", in_xml(text));
  }

  std::string failed_check(const std::string& reason) {
    const Counts one{.tests = 1, .errors = 1};
    all_ += one;
    return fmt::format(
        "  <testsuite name=\"fencepost\" {} time=\"0\">\n    <testcase classname=\"fencepost\" name=\"check\" "
        "time=\"0\">\n      <error type=\"check\" message=\"{}\"/>\n    </testcase>\n  </testsuite>\n",
        counts(one), one_line(reason));
  }

  // Two mistakes in one function differ in the text of their lines, which the fingerprint represents. It is always
  // added, so the name of one does not depend on whether the other exists.
  std::string case_name(const Finding& finding) {
    const std::string place = stable_place(finding, root_);
    const std::string mark = finding.fingerprint.empty() ? finding.rule : finding.fingerprint.substr(0, 8);
    const std::string name = finding.title + (place.empty() ? "" : " in " + place);
    std::string taken = fmt::format("{} [{}]", name, mark);
    for (int i = 2; !names_.insert(taken).second; ++i) taken = fmt::format("{} [{}, {}]", name, mark, i);
    return one_line(taken);
  }

  // `suppressed_by`: "" if the finding is not suppressed.
  std::string test_case(const Finding& finding, const std::string& suppressed_by) {
    std::string place;
    if (const SourceLocation* location = place_in_sources(finding))
      place = fmt::format(" file=\"{}\" line=\"{}\"", one_line(path_below(location->file, root_)), location->line);
    const std::string text = in_xml(text_of(finding));
    std::string body;
    if (!suppressed_by.empty()) {
      body = fmt::format("<skipped message=\"suppressed by {}\"/>", one_line(suppressed_by));
    } else if (is_failure(finding)) {
      body = fmt::format("<failure type=\"{}\" message=\"{}\">{}</failure>", one_line(finding.rule),
                         one_line(finding.message), text);
    } else {
      body = fmt::format("<system-out>{}</system-out>", text);
    }
    return fmt::format(
        "    <testcase classname=\"fencepost.{}\" name=\"{}\" time=\"0\"{}>\n      "
        "<properties>{}{}</properties>\n      {}\n    </testcase>\n",
        one_line(finding.rule), case_name(finding), place, property("fingerprint", finding.fingerprint),
        property("severity", name_of(finding.severity)), body);
  }

  // A run that fails has a failure: consequences of a finding have no case of their own.
  bool is_failure(const Finding& finding) const {
    return fails(finding, context_) || std::ranges::any_of(findings_.findings, [&](const Finding& other) {
             return causes_.of(other) == &finding && fails(other, context_);
           });
  }

  // As at the terminal, with the consequences, without the summary line of a whole run.
  std::string text_of(const Finding& finding) const {
    Findings single;
    single.findings = {finding};
    for (const Finding& other : findings_.findings)
      if (causes_.of(other) != nullptr && other.consequence_of == finding.fingerprint) single.findings.push_back(other);
    single.jobs = findings_.jobs;
    std::string text = to_terminal(single, context_.sources,
                                   {.colour = false, .width = 100, .context = 1, .most = 0, .directory = root_});
    text.resize(text.rfind("fencepost: "));
    return text;
  }

  const Findings& findings_;
  Context& context_;
  const Causes causes_;
  const std::string root_;
  std::set<std::string> names_;  // of the current suite
  Counts all_;
};

}  // namespace

std::string to_junit(const Findings& findings, Context& context) {
  return JunitWriter(findings, context).document();
}

}  // namespace fencepost::reports
