// overhand release IN -o DIR: try, attack, hold against ceilings, mask all, attack that very table.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <memory>

#include "columns.h"
#include "command_line.h"
#include "commands/ledger.h"
#include "commands/release.h"
#include "commands/release_folder.h"
#include "commands/structure.h"
#include "commands/unless_done.h"
#include "option_checks.h"
#include "overhand/core/text.h"
#include "overhand/io/file_plan.h"
#include "overhand/io/write_table.h"
#include "overhand/report/verdict.h"
#include "release_text.h"
#include "stage_clock.h"
#include "verdict_text.h"

namespace overhand::cli {
namespace {

struct ReleaseArguments {
  std::string input;
  std::string folder;
  std::string schema;
  std::string profile = "research";
  std::string accepted;
  std::string ledger;
  std::string method = "all";
  std::vector<std::string> ceilings;
  double seconds = std::numeric_limits<double>::infinity();
  std::optional<std::string> seed;
  ColumnChoice columns;
  StructureArguments structure;
  io::ReadOptions reading;
};

// What is wrong with an option, as the option says it.
void check_option(const char* option, const Status& status) {
  if (!status) throw Failure({status.error().kind, option + (": " + status.error().message)});
}

void check_release(const ReleaseArguments& arguments, const commands::ReleaseFiles& files) {
  if (arguments.seed) {
    throw Failure({ErrorKind::invalid_option,
                   "--seed: who guesses a seed undoes the masking, so that a release has a fresh "
                   "key and no seed."});
  }
  check_option("--accept-risk", commands::check_reason(arguments.accepted));
  if (!arguments.ledger.empty()) {
    check_private("--ledger: its fingerprints tell whose records were released", arguments.ledger);
  }
  check_option("--ledger", commands::check_ledger_place(arguments.ledger, arguments.folder));
  std::vector<std::string> names;
  for (const std::string& path : files.all()) names.push_back(file_name(path));
  io::FilePlan plan;
  plan.reads("the table", arguments.input)
      .reads("the schema", arguments.schema)
      .writes("--ledger", arguments.ledger)
      .writes_folder("-o", arguments.folder, names);
  done_or_fail(plan.check());
  check_option("-o", commands::check_no_release(arguments.folder, files));
  output_format(files.masked, "");
}

// "look_up=0.3".
void change_ceilings(const std::vector<std::string>& changes, release::Ceilings& ceilings) {
  for (const std::string& change : changes) {
    const std::size_t sign = change.find('=');
    const std::string name = change.substr(0, sign);
    const auto value =
        sign == std::string::npos ? std::nullopt : finite_number_of(change.substr(sign + 1));
    if (!value) {
      throw Failure({ErrorKind::invalid_option,
                     fmt::format("--ceiling {}: say NAME=VALUE, such as look_up=0.1.", change)});
    }
    const auto set = release::set_ceiling(name, *value, ceilings);
    if (!set) {
      throw Failure({ErrorKind::invalid_option, "--ceiling: " + set.error().message});
    }
  }
}

release::GateWish wish_of(const ReleaseArguments& arguments, release::Profile profile,
                          const Structure& structure, double began) {
  release::GateWish wish = commands::gate_wish(profile, arguments.method, structure);
  change_ceilings(arguments.ceilings, wish.ceilings);
  wish.wish.tuning.max_risk = wish.ceilings.dbrl;
  wish.wish.tuning.max_implausible = wish.ceilings.implausible;
  wish.takes_nearest = !arguments.accepted.empty();
  wish.wish.tuning.time = {arguments.seconds, [began] { return steady_seconds() - began; }};
  return wish;
}

// The manifest last: a folder without one is no release, and one that is none must not be refused
// for what the ledger has of it, nor one be made that the ledger has not.
void write_manifest(const std::string& ledger, const Json& manifest, const std::string& path,
                    const commands::PreparedTable& read) {
  const auto write = [&] { write_json(manifest, path); };
  if (ledger.empty()) return write();
  done_or_fail(commands::enter_in_ledger(
      ledger, read, {commands::text_in(manifest, "date"), commands::text_in(manifest, "setting")},
      terminal_progress(), write));
}

// The table and its reports; returns the manifest.
Json write_table_and_reports(const commands::ReleaseFiles& files, const report::Subject& subject,
                             const commands::ReleaseDraft& draft, const io::Layout& like) {
  const io::Format format = output_format(files.masked, "");
  done_or_fail(
      io::write_table(subject.masked.table, files.masked, terminal_progress(), like, format));
  say_plain_gaps(files.masked, subject.masked.table, format);
  return value_or_fail(commands::write_reports(files, draft, terminal_progress()));
}

void run_release(const ReleaseArguments& arguments) {
  const double began = steady_seconds();
  const commands::ReleaseFiles files(arguments.folder, commands::extension_of(arguments.input));
  check_release(arguments, files);
  const auto profile = value_or_fail(release::profile_named(arguments.profile));
  ColumnChoice choice = with_schema(arguments.columns, arguments.schema, arguments.structure);
  choice.structure.alike = choice.structure.k > 0;  // where gaps are, nobody is to learn from it
  const auto read = read_to_mask(arguments.input, choice, arguments.reading, arguments.structure);
  if (!arguments.ledger.empty()) {
    done_or_fail(commands::check_ledger(arguments.ledger, read, terminal_progress()));
  }
  check_kept(read.table, choice.structure);
  const release::GateWish wish = wish_of(arguments, profile, choice.structure, began);
  const auto gate =
      value_or_fail(release::find_passing(read.table, wish, terminal_progress()), arguments.input);
  finish_progress_bar();
  print_attempts(gate);
  const auto gated =
      release::release_through(read.table, gate, wish, {.for_report = true}, terminal_progress());
  finish_progress_bar();
  if (!gated) {
    throw Failure(commands::with_possible_remedies(gated.error(), choice.structure));
  }
  const commands::ReleaseFacts facts{file_name(arguments.input), profile, OVERHAND_VERSION,
                                     !arguments.ledger.empty()};
  const report::Subject subject = commands::release_subject(facts, gate, *gated, read);
  auto draft = value_or_fail(commands::draft_of(subject, facts, terminal_progress()));
  const bool is_accepted = !release::all_kept(gated->held);
  if (is_accepted) draft = commands::with_accepted_risk(draft, arguments.accepted);
  make_folder(arguments.folder);
  commands::UnlessDone outputs(files.all());
  write_manifest(arguments.ledger, write_table_and_reports(files, subject, draft, read.layout),
                 files.manifest, read);
  outputs.done();
  say_codes(arguments.input, read.table, choice, arguments.reading);
  say_guessed_encoding(arguments.input, read.table, read.layout, arguments.reading);
  print_held(*gated);
  print_verdict(report::verdict_of(subject));
  if (is_accepted)
    fmt::print("\nThe risk was accepted because: {}\n", printable(arguments.accepted));
  fmt::print("\nWritten: {}\n", fmt::join(files.all(), ", "));
}

}  // namespace

void add_release_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "release", "Mask a table, attack it, and write it with its reports or refuse it");
  auto arguments = std::make_shared<ReleaseArguments>();
  command->add_option("input", arguments->input, "the table to mask")->required()->type_name("IN");
  command
      ->add_option("-o,--output", arguments->folder,
                   "a folder for masked table, reports and manifest")
      ->required()
      ->type_name("DIR");
  command
      ->add_option("--profile", arguments->profile,
                   "whom it is for, which sets the ceilings: internal, research or public")
      ->capture_default_str()
      ->check(one_of({"internal", "research", "public"}))
      ->type_name("NAME");
  command
      ->add_option("--accept-risk,--accept_risk", arguments->accepted,
                   "let out what comes nearest to the ceilings, for this reason, which goes into "
                   "the report")
      ->type_name("WHY");
  command
      ->add_option(
          "--ledger", arguments->ledger,
          "refuse records that were released before, and enter these: a private file, made "
          "if it is not there")
      ->type_name("FILE");
  command
      ->add_option("--ceiling", arguments->ceilings,
                   "another ceiling than the profile's, by its name in the manifest; may be given "
                   "again for others")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("--method", arguments->method, "try this method alone [all]")
      ->type_name("NAME");
  command->add_option("--time", arguments->seconds, "bound the trials (90s, 2m, 1h)")
      ->transform(duration())
      ->type_name("TIME");
  command->add_option("--seed", arguments->seed, "refused: a release has a fresh key")
      ->type_name("N")
      ->group("");
  add_schema_option(*command, arguments->schema);
  add_column_choice(*command, arguments->columns);
  arguments->structure.add_to(*command);
  add_read_options(*command, arguments->reading);
  command->callback([arguments] { run_release(*arguments); });
  command->footer(
      "Examples:\n"
      "  overhand release people.csv -o release --schema people.toml\n"
      "  overhand release people.csv -o release --schema people.toml --profile public\n"
      "  overhand release people.csv -o release --schema people.toml --ledger releases.json\n"
      "  overhand verify release");
}

}  // namespace overhand::cli
