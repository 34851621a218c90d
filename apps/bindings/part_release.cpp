#include "bindings/part_release.h"

#include <fmt/format.h>

#include "commands/structure.h"
#include "commands/unless_done.h"
#include "overhand/core/stopping.h"
#include "overhand/io/whole_file.h"
#include "overhand/report/catalogue_json.h"

namespace overhand::bindings {
namespace {

constexpr const char* only_method = "cell_rotate";

commands::PreparedTable prepared(const Source& source, ColumnChoice& choice, const Said& said,
                                 Told& told, const Progress& progress) {
  auto read = to_mask(source, choice, terms_of(said), said, told, progress);
  read.table = owned(read.table);
  return read;
}

ReleaseArguments arguments_of(const std::string& folder, const Said& said) {
  ReleaseArguments arguments = release_arguments(folder, said);
  arguments.method = only_method;
  return arguments;
}

// No setting mends what is kept.
void refuse_small_classes(const PartSample& sample, const release::Whole& whole) {
  const double share = static_cast<double>(whole.below_three) / static_cast<double>(whole.records);
  if (share <= sample.wish.ceilings.kept_classes) return;
  Error error{ErrorKind::refused,
              fmt::format("On the columns to keep, {} of {} records share all values with fewer "
                          "than three, and {} are unique: who knows them finds the record; "
                          "nothing was tried.",
                          whole.below_three, whole.records, whole.unique)};
  error.remedies = {{Action::drop, risk::most_telling_kept(sample.read.table)}};
  throw Failure(commands::with_possible_remedies(error, sample.choice.structure));
}

release::Gate gate_of(const PartSample& sample, const Progress& progress) {
  auto gate = value_or_fail(release::find_passing(sample.read.table, sample.wish, progress));
  if (gate.is_of_part) {
    throw Failure({ErrorKind::invalid_option,
                   fmt::format("sample must be at most {}.", sample.wish.most_attacked)});
  }
  return gate;
}

// What comes from elsewhere knows nothing of roles.
void set_roles(const Table& sample, Table& masked) {
  for (Column& column : masked.columns()) {
    if (const auto place = find_column(sample, column.name)) {
      column.role = sample.columns()[*place].role;
    }
  }
}

const release::Attempt& attempt_of(const release::Gate& gate) {
  return gate.attempts[gate.passed.value_or(gate.nearest)];
}

}  // namespace

void check_part_release(const std::string& folder, const Said& said) {
  const ReleaseArguments arguments = arguments_of(folder, said);
  check_release_folder(arguments, {folder, ""});
  wish_of(said, arguments, choice_of(said).structure);
}

PartSample::PartSample(const Source& source, const std::string& folder, const Said& said,
                       const Progress& progress)
    : arguments(arguments_of(folder, said)),
      choice(choice_of(said)),
      read(prepared(source, choice, said, told, progress)),
      wish(wish_of(said, arguments, choice.structure)) {}

attacks::Witnesses PartSample::witnesses_of(const std::vector<Row>& people) const {
  const auto view = value_or_fail(attacks::view_of(read.table, read.table));
  return {people, attacks::searches_of(view, release::attacks_in_part(wish), wish.wish.trial_key)};
}

Json attacks_on(const PartSample& sample, const attacks::People& people, const Table& near,
                const Progress& progress) {
  const auto sums = value_or_fail(stoppable(progress, [&]() -> Result<attacks::AttackSums> {
    const random::Key& key = sample.wish.wish.trial_key;
    const auto view = attacks::view_of(sample.read.table, near);
    if (!view) return view.error();
    return attacks::attacked(*view, people, attacks::isolated_twentieth(*view, key),
                             release::attacks_in_part(sample.wish), key);
  }));
  auto held = release::held_against(sample.wish.ceilings, attacks::attacks_of(sums));
  // What nobody was attacked for is not told.
  const auto& [target, control] = sums.inference.front().isolated.front();
  if (target.people == 0 || control.people == 0) {
    std::erase_if(held, [](const release::Held& one) { return one.name.starts_with("isolated"); });
  }
  return report::held_json(held);
}

PartRelease::PartRelease(PartSample sample, const release::Whole& whole, Lineage rows,
                         const Progress& progress)
    : sample_(std::move(sample)), rows_(std::move(rows)) {
  check_release_folder(sample_.arguments, {sample_.arguments.folder, ""});
  refuse_small_classes(sample_, whole);
  gate_ = gate_of(sample_, progress);
  if (auto problem = release::problem_in_part(sample_.read.table, gate_, sample_.wish)) {
    throw Failure(commands::with_possible_remedies(*problem, sample_.choice.structure));
  }
}

Json PartRelease::setting() const {
  const release::Attempt& attempt = attempt_of(gate_);
  const auto& tuned = gate_.tuning.tuned[attempt.method];
  return {{"method", tuned.candidate.method->name},
          {"options",
           report::options_json(*tuned.candidate.method, tuned.points[attempt.point].options)}};
}

std::vector<Row> PartRelease::members() const {
  return release::members_in_part(sample_.read.table, sample_.wish);
}

release::Strangers PartRelease::strangers() const {
  return release::strangers_in_part(gate_, sample_.wish);
}

void PartRelease::judge(release::InPart part, const Progress& progress) {
  const release::Terms terms{.for_report = true};
  set_roles(sample_.read.table, part.masked.table);
  const auto gated = release::judge_in_part(sample_.read.table, gate_, sample_.wish,
                                            std::move(part), terms, progress);
  if (!gated) {
    throw Failure(commands::with_possible_remedies(gated.error(), sample_.choice.structure));
  }
  const commands::ReleaseFacts facts{"on Spark", sample_.arguments.profile, OVERHAND_VERSION};
  auto subject = commands::release_subject(facts, gate_, *gated, sample_.read);
  subject.original_rows = rows_;
  draft_ = value_or_fail(commands::draft_of(subject, facts, progress));
  if (!release::all_kept(gated->held)) {
    draft_ = commands::with_accepted_risk(*draft_, sample_.arguments.accepted);
  }
}

Json PartRelease::write(const std::vector<report::ReleasedFile>& files) const {
  const commands::ReleaseFiles places(sample_.arguments.folder, "");
  make_folder(sample_.arguments.folder);
  commands::UnlessDone outputs({places.report, places.internal_report, places.manifest});
  const Json manifest = value_or_fail(commands::write_reports(places, *draft_, files, {}));
  done_or_fail(io::write_file(places.manifest, commands::file_text(manifest)));
  outputs.done();
  return manifest;
}

MaskedReports PartRelease::reports() const { return {draft_->report, draft_->internal_report}; }

}  // namespace overhand::bindings
