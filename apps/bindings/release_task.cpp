#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "bindings/tasks.h"
#include "commands/ledger.h"
#include "commands/release_folder.h"
#include "commands/structure.h"
#include "commands/unless_done.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/format.h"
#include "overhand/io/whole_file.h"

namespace overhand::bindings {
namespace {

namespace fs = std::filesystem;

struct ReleaseArguments {
  std::string folder;
  std::string ledger;
  std::string accepted;
  std::string method;
  release::Profile profile = release::Profile::research;
  double seconds = std::numeric_limits<double>::infinity();
};

[[noreturn]] void refuse_argument(const std::string& sentence) {
  throw Failure({ErrorKind::invalid_option, sentence});
}

// What is wrong with an argument, by its name.
void done_or_fail_as(const char* name, const Status& status) {
  if (!status) refuse_argument(fmt::format("{}: {}", name, status.error().message));
}

ReleaseArguments release_arguments(const std::string& folder, const Said& said) {
  ReleaseArguments arguments{folder, said.text("ledger"), said.text("accept_risk"),
                             said.text("method", "all")};
  arguments.profile = value_or_fail(
      release::profile_named(said.has("profile") ? said.text("profile") : "research"));
  arguments.seconds = said.number("seconds", arguments.seconds);
  if (folder.empty()) refuse_argument("folder must not be empty.");
  if (!(arguments.seconds > 0)) refuse_argument("seconds must be more than 0.");
  if (arguments.method != "all") method_of(said);  // or the nearest name
  return arguments;
}

// Before any work: a name that cannot be written costs a second, not an hour.
void check_places(const Source& source, const Said& said, const ReleaseArguments& arguments,
                  const commands::ReleaseFiles& files) {
  done_or_fail_as("accept_risk", commands::check_reason(arguments.accepted));
  done_or_fail_as("ledger", commands::check_ledger_place(arguments.ledger, arguments.folder));
  std::vector<std::string> names;
  for (const std::string& path : files.all()) names.push_back(fs::path(path).filename().string());
  io::FilePlan plan;
  plan.reads("the table", source.path)
      .reads("the schema", said.text("schema"))
      .writes("ledger", arguments.ledger)
      .writes_folder("folder", arguments.folder, names);
  done_or_fail(plan.check());
  done_or_fail_as("folder", commands::check_no_release(arguments.folder, files));
  value_or_fail(io::output_format_of(files.masked));
}

void change_ceilings(const Said& said, release::Ceilings& ceilings) {
  const Json changes = said.json().value("ceilings", Json::object());
  if (!changes.is_object()) throw WrongType("ceilings must say a number for each name.");
  for (const auto& [name, value] : changes.items()) {
    if (!value.is_number()) throw WrongType("ceilings must say a number for each name.");
    done_or_fail_as("ceilings", release::set_ceiling(name, value.get<double>(), ceilings));
  }
}

release::GateWish wish_of(const Said& said, const ReleaseArguments& arguments,
                          const Structure& structure) {
  using Clock = std::chrono::steady_clock;
  release::GateWish wish = commands::gate_wish(arguments.profile, arguments.method, structure);
  change_ceilings(said, wish.ceilings);
  wish.wish.tuning.max_risk = wish.ceilings.dbrl;
  wish.wish.tuning.max_implausible = wish.ceilings.implausible;
  wish.takes_nearest = !arguments.accepted.empty();
  wish.wish.tuning.time = {arguments.seconds, [began = Clock::now()] {
                             return std::chrono::duration<double>(Clock::now() - began).count();
                           }};
  return wish;
}

void make_folder(const std::string& path) {
  std::error_code problem;
  fs::create_directories(path, problem);
  if (!problem) return;
  throw Failure({ErrorKind::io, fmt::format("cannot be written: {}.", problem.message()), {path}});
}

// The manifest last, and with it the entry in the ledger: the one is not without the other.
void write_manifest(const ReleaseArguments& arguments, const Json& manifest,
                    const std::string& path, const commands::PreparedTable& read,
                    const Progress& progress) {
  const auto write = [&] {
    done_or_fail(
        io::write_file(path, manifest.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"));
  };
  if (arguments.ledger.empty()) return write();
  done_or_fail(commands::enter_in_ledger(
      arguments.ledger, read,
      {commands::text_in(manifest, "date"), commands::text_in(manifest, "setting")}, progress,
      write));
}

}  // namespace

ReleasedTable release(const Source& source, const std::string& folder, const Said& said,
                      const Progress& progress) {
  const ReleaseArguments arguments = release_arguments(folder, said);
  const commands::ReleaseFiles files(
      folder, source.path.empty() ? ".parquet" : commands::extension_of(source.path));
  check_places(source, said, arguments, files);
  ColumnChoice choice = choice_of(said);
  choice.structure.alike = choice.structure.k > 0;  // where gaps are, nobody is to learn from it
  ReleasedTable made;
  const auto read = to_mask(source, choice, terms_of(said), said, made.told, progress);
  if (!arguments.ledger.empty()) {
    done_or_fail(commands::check_ledger(arguments.ledger, read, progress));
  }
  if (const auto problem = release::problem_before_trials(read.table, choice.structure)) {
    throw Failure(commands::with_possible_remedies(*problem, choice.structure));
  }
  const release::GateWish wish = wish_of(said, arguments, choice.structure);
  const auto gate = value_or_fail(release::find_passing(read.table, wish, progress), source.path);
  const auto gated =
      release::release_through(read.table, gate, wish, {.for_report = true}, progress);
  if (!gated) throw Failure(commands::with_possible_remedies(gated.error(), choice.structure));
  const commands::ReleaseFacts facts{
      source.path.empty() ? "in memory" : fs::path(source.path).filename().string(),
      arguments.profile, OVERHAND_VERSION, !arguments.ledger.empty()};
  const report::Subject subject = commands::release_subject(facts, gate, *gated, read);
  auto draft = value_or_fail(commands::draft_of(subject, facts, progress));
  if (!release::all_kept(gated->held)) {
    draft = commands::with_accepted_risk(draft, arguments.accepted);
  }
  make_folder(folder);
  commands::UnlessDone outputs(files.all());
  made.masked = gated->released.masked.table;
  done_or_fail(bindings::files().write_table(made.masked, files.masked, progress, read.layout));
  made.manifest = value_or_fail(commands::write_reports(files, draft, progress));
  write_manifest(arguments, made.manifest, files.manifest, read, progress);
  made.reports = {std::move(draft.report), std::move(draft.internal_report)};
  outputs.done();
  return made;
}

std::size_t verify(const std::string& folder, const Progress& progress) {
  return value_or_fail(commands::verified_files(folder, progress));
}

}  // namespace overhand::bindings
