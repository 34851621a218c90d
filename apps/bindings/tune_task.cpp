#include <chrono>

#include "bindings/tasks.h"
#include "commands/key_preparation.h"
#include "commands/structure.h"
#include "commands/tuning.h"
#include "overhand/report/report.h"

namespace overhand::bindings {
namespace {

commands::TuneWish wish_of(const Said& said) {
  commands::TuneWish wish;
  wish.method = said.text("method", wish.method);
  wish.risk = said.one_of("risk", {"lineage", "paper"});
  wish.ps = said.one_of("ps", {"damped", "glm"});
  wish.score = said.one_of("score", {"loss", "paper"});
  wish.marginals = said.one_of("marginals", {"exact", "smoothed", "synthetic"});
  wish.keys_by = said.one_of("keys_by", {"least", "cells"});
  wish.max_risk = said.number("max_risk", wish.max_risk);
  wish.replications = static_cast<int>(said.count("replications", 30));
  wish.seed = said.count("seed", wish.seed);
  wish.seconds = said.number("seconds", wish.seconds);
  wish.quick = said.truth("quick");
  const auto refuse = [](const char* sentence) {
    throw Failure({ErrorKind::invalid_option, sentence});
  };
  if (!(wish.max_risk >= 0 && wish.max_risk <= 1)) {
    refuse("max_risk must be a number from 0 to 1.");
  }
  if (wish.replications < 1 || wish.replications > 100'000) {
    refuse("replications must be a whole number from 1 to 100000.");
  }
  if (!(wish.seconds > 0)) refuse("seconds must be more than 0.");
  if (wish.method != "all") method_of(said);  // or the nearest name
  return wish;
}

// Seconds from now on.
std::function<double()> stopwatch() {
  using Clock = std::chrono::steady_clock;
  return [began = Clock::now()] {
    return std::chrono::duration<double>(Clock::now() - began).count();
  };
}

// What was tried, and why nothing comes of it.
Outcome refused(Json json, const tuning::Tuning& tuning, const Error& why, Language language) {
  const std::string sentence =
      words_of(commands::with_possible_remedies(why, tuning.options.structure), language);
  json["refused"] = sentence;
  return {std::move(json), std::nullopt,
          dated(report::refusal_json(tuning, sentence, {{"version", OVERHAND_VERSION}}))};
}

}  // namespace

Outcome tune(const Source& source, const Said& said, const Progress& progress) {
  const auto clock = stopwatch();
  const commands::TuneWish wish = wish_of(said);
  const auto formulas = formulas_of(said);
  ColumnChoice choice = choice_of(said);
  Told told;
  auto read = to_mask(source, choice, terms_of(said), said, told, progress);
  if (wish.keys_by == "least") done_or_fail(commands::prepare_keys(read, choice, progress));
  const auto tuning = std::make_shared<const tuning::Tuning>(value_or_fail(
      release::try_settings(read.table, commands::wish_of(wish, choice.structure, clock), progress),
      source.path));
  Json json = commands::tuned_json(wish.method == "all" ? "compare" : "tune", *tuning, read);
  json["told"] = told;
  auto released =
      release::release(read.table, *tuning, {.for_report = true, .analyses = formulas}, progress);
  if (!released) {
    if (released.error().kind != ErrorKind::refused) throw Failure(released.error());
    return refused(std::move(json), *tuning, released.error(), said.language());
  }
  const std::string name = source.path.empty() ? "in memory" : source.path;
  const report::Subject subject = commands::subject_of(name, wish, *tuning, *released, read);
  json["release"] = commands::released_json(subject, *released);
  return {std::move(json), judged(subject, tuning), {}};
}

}  // namespace overhand::bindings
