// fencepost-lint: reads C and C++ files and prints findings as JSON. `fencepost lint` runs it and shows them.
//
//   fencepost-lint [-p DIR] [--compiler COMMAND] [FILE...] [-- FLAG...]
#include <algorithm>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Tooling/CompilationDatabase.h>
#include <clang/Tooling/Tooling.h>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "lint/arguments.h"
#include "lint/call_shape.h"
#include "lint/compile_command.h"
#include "lint/flow.h"
#include "lint/notes.h"
#include "reports/json.h"
#include "reports/text.h"

namespace fencepost::lint {
namespace {

struct Outcome {
  Notes notes;
  std::vector<std::string> blind_spots;
  int files = 0, not_read = 0;
  std::uint64_t calls = 0;
};

class Walk : public clang::RecursiveASTVisitor<Walk> {
 public:
  Walk(clang::ASTContext& context, Outcome& outcome) : context_(context), outcome_(outcome) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  // Functions in system headers are skipped.
  bool TraverseDecl(clang::Decl* declaration) {
    if (declaration != nullptr && !llvm::isa<clang::TranslationUnitDecl>(declaration)) {
      const clang::SourceManager& sources = context_.getSourceManager();
      if (sources.isInSystemHeader(sources.getExpansionLoc(declaration->getLocation()))) return true;
    }
    return RecursiveASTVisitor::TraverseDecl(declaration);
  }
  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    if (function->isThisDeclarationADefinition() && function->hasBody()) follow_function(*function);
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr* lambda) {
    if (lambda->getCallOperator()->hasBody()) follow_function(*lambda->getCallOperator());
    return true;
  }

 private:
  class Calls : public clang::RecursiveASTVisitor<Calls> {
   public:
    bool VisitCallExpr(clang::CallExpr* call) {
      found.push_back(call);
      return true;
    }
    bool TraverseLambdaExpr(clang::LambdaExpr*) { return true; }  // a function of its own
    std::vector<const clang::CallExpr*> found;
  };

  void follow_function(const clang::FunctionDecl& function) {
    if (function.isDependentContext() || !seen_.insert(&function).second) return;
    Calls calls;
    calls.TraverseStmt(function.getBody());
    for (const clang::CallExpr* call : calls.found) {
      const clang::FunctionDecl* callee = call->getDirectCallee();
      if (callee == nullptr || !callee->getDeclName().isIdentifier()) continue;
      const CallShape* shape = shape_of(callee->getName());
      if (shape == nullptr || shape->window < 0) continue;
      ++outcome_.calls;
      check_arguments(*call, &function, context_, outcome_.notes);
    }
    if (!follow(function, context_, callees_, outcome_.notes))
      outcome_.blind_spots.push_back(
          fmt::format("{}: function {} has OpenMP directives, coroutines, exception handlers or code that cannot be "
                      "turned into a graph, so only the arguments of its calls were checked.",
                      Notes::position(context_, function.getLocation()), function.getQualifiedNameAsString()));
  }

  clang::ASTContext& context_;
  Outcome& outcome_;
  Callees callees_;
  std::set<const clang::FunctionDecl*> seen_;
};

class Consumer : public clang::ASTConsumer {
 public:
  explicit Consumer(Outcome& outcome) : outcome_(outcome) {}
  void HandleTranslationUnit(clang::ASTContext& context) override {
    Walk(context, outcome_).TraverseDecl(context.getTranslationUnitDecl());
  }

 private:
  Outcome& outcome_;
};

class Action : public clang::ASTFrontendAction {
 public:
  explicit Action(Outcome& outcome) : outcome_(outcome) {}
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&, llvm::StringRef) override {
    return std::make_unique<Consumer>(outcome_);
  }

 private:
  Outcome& outcome_;
};

class Factory : public clang::tooling::FrontendActionFactory {
 public:
  explicit Factory(Outcome& outcome) : outcome_(outcome) {}
  std::unique_ptr<clang::FrontendAction> create() override { return std::make_unique<Action>(outcome_); }

 private:
  Outcome& outcome_;
};

// The first error in a file: its text and place.
class FirstError : public clang::DiagnosticConsumer {
 public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override {
    if (level < clang::DiagnosticsEngine::Error || !text.empty()) return;
    llvm::SmallString<128> message;
    diagnostic.FormatDiagnostic(message);
    text = message.str().str();
    if (!diagnostic.hasSourceManager()) return;
    const clang::PresumedLoc place = diagnostic.getSourceManager().getPresumedLoc(diagnostic.getLocation());
    if (place.isValid()) text = fmt::format("{}:{}: {}", place.getFilename(), place.getLine(), text);
  }
  std::string text;
};

class OneCommand : public clang::tooling::CompilationDatabase {
 public:
  OneCommand(std::string directory, std::vector<std::string> words)
      : directory_(std::move(directory)), words_(std::move(words)) {}
  std::vector<clang::tooling::CompileCommand> getCompileCommands(llvm::StringRef file) const override {
    return {clang::tooling::CompileCommand(directory_, file, words_, "")};
  }

 private:
  std::string directory_;
  std::vector<std::string> words_;
};

void check_file(const std::string& file, const std::string& directory, const std::vector<std::string>& command,
                Outcome& outcome) {
  if (language_of(file) == Language::kOther) {
    outcome.blind_spots.push_back(fmt::format("{} is neither C nor C++ and was not read.", file));
    return;
  }
  std::vector<std::string> words = for_parser(command, file);
  words.insert(words.begin() + 1, std::string("-resource-dir=") + FENCEPOST_CLANG_RESOURCES);
  const OneCommand database(directory, words);
  clang::tooling::ClangTool tool(database, {file});
  tool.clearArgumentsAdjusters();
  FirstError errors;
  tool.setDiagnosticConsumer(&errors);
  Factory factory(outcome);
  tool.run(&factory);
  if (errors.text.empty()) {
    ++outcome.files;
  } else {
    ++outcome.not_read;
    outcome.blind_spots.push_back(fmt::format("{} was not completely read: {}.", file, errors.text));
  }
}

struct Request {
  std::string database, compiler;
  std::vector<std::string> files, flags;
};

int fail(const std::string& sentence) {
  fmt::print(stderr, "fencepost lint: {}\n", reports::printable(sentence));
  return 2;
}

int check(const Request& request) {
  Outcome outcome;
  std::unique_ptr<clang::tooling::CompilationDatabase> database;
  if (!request.database.empty()) {
    std::string problem;
    database = clang::tooling::CompilationDatabase::loadFromDirectory(request.database, problem);
    if (!database) return fail(fmt::format("{} has no readable compile_commands.json", request.database));
  }
  std::vector<std::string> files = request.files;
  if (database && files.empty()) files = database->getAllFiles();
  if (files.empty()) return fail("no files to check");
  std::error_code error;
  for (const std::string& name : files) {
    const std::string file = std::filesystem::absolute(name, error).string();
    if (!std::filesystem::exists(file, error)) return fail(fmt::format("{} does not exist", name));
    std::vector<clang::tooling::CompileCommand> commands;
    if (database) commands = database->getCompileCommands(file);
    const bool listed = !commands.empty() && commands.front().Heuristic.empty();
    if (database && !listed)
      outcome.blind_spots.push_back(
          fmt::format("{} is not in compile_commands.json: read {}.", name,
                      !request.compiler.empty() ? fmt::format("as {} compiles", request.compiler)
                      : commands.empty()        ? "as mpicc and mpicxx compile"
                                                : fmt::format("with flags {}", commands.front().Heuristic)));
    if (listed || (!commands.empty() && request.compiler.empty())) {
      check_file(file, commands.front().Directory, commands.front().CommandLine, outcome);
      continue;
    }
    std::vector<std::string> command = {!request.compiler.empty()           ? request.compiler
                                        : language_of(file) == Language::kC ? "mpicc"
                                                                            : "mpicxx"};
    command.insert(command.end(), request.flags.begin(), request.flags.end());
    check_file(file, std::filesystem::current_path(error).string(), command, outcome);
  }
  Findings findings;
  findings.findings = outcome.notes.take();
  findings.blind_spots = std::move(outcome.blind_spots);
  findings.program.directory = std::filesystem::current_path(error).string();
  findings.program.files = outcome.files;
  findings.program.files_not_read = outcome.not_read;
  findings.statistics.operations = outcome.calls;
  if (outcome.files == 0) findings.status = RunStatus::kFailed;
  fmt::print("{}", reports::to_json(findings));
  return 0;
}

}  // namespace
}  // namespace fencepost::lint

int main(int count, char** words) {
  fencepost::lint::Request request;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--") {
      request.flags.assign(words + i + 1, words + count);
      break;
    }
    if (word == "-p" && i + 1 < count) {
      request.database = words[++i];
    } else if (word == "--compiler" && i + 1 < count) {
      request.compiler = words[++i];
    } else {
      request.files.push_back(word);
    }
  }
  return fencepost::lint::check(request);
}
