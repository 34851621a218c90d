#include <fmt/format.h>

#include <filesystem>

#include "bindings/release_said.h"
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

// Before any work: a name that cannot be written costs a second, not an hour.
void check_places(const Source& source, const Said& said, const ReleaseArguments& arguments,
                  const commands::ReleaseFiles& files) {
  done_or_fail_as("ledger", commands::check_ledger_place(arguments.ledger, arguments.folder));
  std::vector<std::string> names;
  for (const std::string& path : files.all()) names.push_back(fs::path(path).filename().string());
  io::FilePlan plan;
  plan.reads("the table", source.path)
      .reads("the schema", said.text("schema"))
      .writes("ledger", arguments.ledger)
      .writes_folder("folder", arguments.folder, names);
  done_or_fail(plan.check());
  check_release_folder(arguments, files);
  value_or_fail(io::output_format_of(files.masked));
}

// The manifest last, and with it the entry in the ledger: the one is not without the other.
void write_manifest(const ReleaseArguments& arguments, const Json& manifest,
                    const std::string& path, const commands::PreparedTable& read,
                    const Progress& progress) {
  const auto write = [&] { done_or_fail(io::write_file(path, commands::file_text(manifest))); };
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
