#include "commands/release.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <ctime>
#include <filesystem>

#include "commands/key_preparation.h"
#include "commands/structure.h"
#include "overhand/io/file_digest.h"
#include "overhand/io/whole_file.h"
#include "overhand/report/html.h"
#include "overhand/table/column_words.h"

namespace overhand::commands {
namespace {

namespace fs = std::filesystem;
using report::Json;

std::string local_time(const char* format) {
  return fmt::format(fmt::runtime(format), fmt::localtime(std::time(nullptr)));
}

void add_columns(const Table& table, std::vector<report::Detail>& details) {
  const auto add = [&](const char* name, Role role) {
    std::vector<std::string> names;
    for (const Column& column : table.columns()) {
      if (column.role == role) names.push_back(column.name);
    }
    if (!names.empty()) details.push_back({name, fmt::format("{}", fmt::join(names, ", "))});
  };
  add("columns masked", Role::mask);
  add("columns kept as they are", Role::keep);
}

Result<report::ReleasedFile> released_file(const std::string& path, const Progress& progress) {
  const auto digest = io::sha256_of_file(path, progress);
  if (!digest) return digest.error();
  return report::ReleasedFile{fs::path(path).filename().string(), *digest};
}

}  // namespace

release::GateWish gate_wish(release::Profile profile, const std::string& method,
                            const Structure& structure) {
  constexpr std::size_t settings = 10;
  constexpr int replications = 3;
  release::GateWish wish;
  wish.usual = release::ceilings_of(profile);
  wish.ceilings = wish.usual;
  wish.wish.method = method;
  wish.wish.grid.points = settings;
  // Smoothed ones put a value beside each original one, by which members are told from strangers.
  wish.wish.grid.marginals = "synthetic";
  wish.wish.tuning.max_risk = wish.ceilings.dbrl;
  wish.wish.tuning.max_implausible = wish.ceilings.implausible;
  wish.wish.tuning.replications = replications;
  wish.wish.tuning.score = tuning::Score::loss;
  wish.wish.tuning.structure = structure;
  wish.wish.tuning.evaluator.key = wish.wish.trial_key;
  return wish;
}

std::string held_words(const release::Held& held) {
  std::string words = fmt::format("{:.3f}, of {:.3f} that is allowed", held.measured, held.ceiling);
  if (held.usual) words += fmt::format(", by the profile {:.3f}", *held.usual);
  if (!held.by.empty()) words += fmt::format(" ({})", held.by);
  return words;
}

std::string figure_words(const release::Figure& figure) {
  const bool is_count = figure.measured == std::floor(figure.measured);
  std::string words = fmt::format("{:.{}f}", figure.measured, is_count ? 0 : 3);
  if (!figure.by.empty()) words += fmt::format(" ({})", figure.by);
  if (!figure.columns.empty()) words += fmt::format(": {}", told(figure.columns));
  return words;
}

report::Subject release_subject(const ReleaseFacts& facts, const release::Gate& gate,
                                const release::Gated& gated, const PreparedTable& read) {
  const release::Released& released = gated.released;
  report::Subject subject{read.table, released.masked, released.evaluation, released.kept,
                          &gate.tuning};
  subject.attacked.emplace(gate, gated, release::words_for(facts.profile));
  subject.max_risk = gate.tuning.options.max_risk;
  subject.masked_by = released.decision.setting;
  subject.structure = gate.tuning.options.structure;
  subject.original_rows = read.rows;
  subject.key_loss = key_loss_of(read, released.masked, subject.structure);
  subject.xray = &gated.xray;
  subject.details = {{"table", facts.table},
                     {"date", local_time("{:%Y-%m-%d %H:%M}")},
                     {"method", subject.masked_by},
                     {"profile", fmt::format("{} ({})", release::name_of(facts.profile),
                                             release::words_for(facts.profile))}};
  add_columns(read.table, subject.details);
  for (const release::Held& held : gated.held) {
    subject.details.push_back({held.meaning, held_words(held)});
  }
  for (const release::Figure& figure : gated.figures) {
    subject.details.push_back({figure.meaning, figure_words(figure)});
  }
  subject.details.push_back({"version", facts.version});
  for (auto& detail : details_of(gate.tuning.options.structure, read.notes)) {
    subject.details.push_back(std::move(detail));
  }
  const std::string suppressed = suppression_words(released.masked);
  if (!suppressed.empty()) subject.details.push_back({"suppressed", suppressed});
  for (auto& detail : details_of(read.coarsened)) subject.details.push_back(std::move(detail));
  return subject;
}

Result<ReleaseDraft> draft_of(const report::Subject& subject, const ReleaseFacts& facts,
                              const Progress& progress) {
  auto external = report::report_json(subject, report::Audience::external, progress);
  if (!external) return external.error();
  auto internal = report::report_json(subject, report::Audience::internal, progress);
  if (!internal) return internal.error();
  const auto& [gate, gated, released_to] = *subject.attacked;
  return ReleaseDraft{*std::move(external), *std::move(internal),
                      report::manifest_json(gated, gate.tuning,
                                            {facts.version, local_time("{:%Y-%m-%d}"),
                                             facts.profile, facts.has_ledger})};
}

ReleaseDraft with_accepted_risk(const ReleaseDraft& draft, const std::string& why) {
  return {report::with_accepted_risk(draft.report, why),
          report::with_accepted_risk(draft.internal_report, why),
          report::with_reason(draft.manifest, why)};
}

ReleaseFiles::ReleaseFiles(const std::string& folder, const std::string& extension)
    : masked((fs::path(folder) / ("masked" + extension)).string()),
      report((fs::path(folder) / "report.html").string()),
      internal_report((fs::path(folder) / "report-internal.html").string()),
      manifest((fs::path(folder) / "manifest.json").string()) {}

std::vector<std::string> ReleaseFiles::all() const {
  return {masked, report, internal_report, manifest};
}

std::string file_text(const Json& manifest) {
  return manifest.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Json> write_reports(const ReleaseFiles& files, const ReleaseDraft& draft,
                           const Progress& progress) {
  auto masked = released_file(files.masked, progress);
  if (!masked) return masked.error();
  return write_reports(files, draft, std::vector{*std::move(masked)}, progress);
}

Result<Json> write_reports(const ReleaseFiles& files, const ReleaseDraft& draft,
                           std::vector<report::ReleasedFile> masked, const Progress& progress) {
  using Access = io::WholeFile::Access;
  if (auto done = io::write_file(files.report, report::report_html(draft.report)); !done) {
    return done.error();
  }
  auto done = io::write_file(files.internal_report, report::report_html(draft.internal_report),
                             Access::owner_only);
  if (!done) return done.error();
  auto file = released_file(files.report, progress);
  if (!file) return file.error();
  masked.push_back(*std::move(file));
  return report::with_files(draft.manifest, masked);
}

Status write_beside_masked(const ReleaseFiles& files, const ReleaseDraft& draft,
                           const Progress& progress) {
  const auto manifest = write_reports(files, draft, progress);
  if (!manifest) return manifest.error();
  return io::write_file(files.manifest, file_text(*manifest));
}

}  // namespace overhand::commands
