#include "overhand/report/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "overhand/evaluation/linkage.h"
#include "overhand/evaluation/pairings.h"
#include "overhand/report/loss_words.h"
#include "overhand/report/risk_words.h"
#include "overhand/risk/rare_values.h"

namespace overhand::report {
namespace {

using evaluation::MeasureId;
using evaluation::Measurements;
using evaluation::Pairing;

// By the pairing that decides.
const Measurements& measured(const Subject& subject) {
  return subject.evaluation.by_pairing.front();
}

const evaluation::Measurement& linkage_of(const Subject& subject) {
  return measurement_of(measured(subject), MeasureId::dbrl);
}

double linked(const Subject& subject) { return linkage_of(subject).value; }

// With categories or gaps.
bool is_mixed(const Measurements& measured) { return has(measured, MeasureId::tv_largest); }

bool is_paired(const Subject& subject) { return measured(subject).pairing != Pairing::none; }

// By sorting nobody's source is known, whoever asks for it.
bool knows_sources(const Subject& subject) {
  const bool is_said = subject.sources == Sources::masking || subject.sources == Sources::owner;
  return is_said && is_by_true_source(measured(subject).pairing);
}

// What the share of linked records rests on, in words.
std::string pairing_words(Pairing pairing) {
  if (pairing == Pairing::lineage) return "by the true source of each record";
  return pairing == Pairing::row ? "row by row" : "by sorting both tables";
}

// How sure a share of a sample is; nothing where every record was searched.
std::string sample_words(const Subject& subject) {
  const auto& dbrl = linkage_of(subject);
  if (!dbrl.interval) return "";
  return fmt::format(" Between {:.1f} and {:.1f} with 95 % confidence; {} records were tried.",
                     100 * dbrl.interval->low, 100 * dbrl.interval->high,
                     grouped(dbrl.sample.value_or(0)));
}

// With a digit more where it would else look like the ceiling and is above it.
std::string beside_ceiling(double percent, double ceiling) {
  const bool looks_alike = std::round(percent) == std::round(ceiling) && percent > ceiling;
  return looks_alike ? fmt::format("{:.2f}", percent) : fmt::format("{:.0f}", percent);
}

std::string linkage_sentence(const Subject& subject) {
  const double percent = 100 * linked(subject);
  const double ceiling = 100 * subject.max_risk;
  const std::string found = pairing_words(measured(subject).pairing);
  if (knows_sources(subject)) {
    return fmt::format(
        "Of 100 records, linked to their own original: **{}** (ceiling {:.0f}), found {}.",
        beside_ceiling(percent, ceiling), ceiling, found);
  }
  return fmt::format(
      "Of 100 records, linked to an original: at least **{:.0f}** (ceiling {:.0f}), found {}, {}.",
      std::floor(percent), ceiling, found,
      subject.sources == Sources::masking ? "as these records have no source"
                                          : "which hides true sources");
}

std::string interval_sentence(const Measurements& deciding) {
  return fmt::format(
      "Of 100 records, every {} within a tenth or less of the masked one's rank: {:.0f}; "
      "within a tenth or less of a standard deviation: {:.0f}.",
      is_mixed(deciding) ? "value that has an order" : "value",
      100 * value_of(deciding, MeasureId::rid), 100 * value_of(deciding, MeasureId::sdid));
}

std::vector<std::string> linkage_sentences(const Subject& subject) {
  if (!is_paired(subject)) {
    return {"The tables have different numbers of records, so records could not be linked."};
  }
  const Measurements& deciding = measured(subject);
  std::vector<std::string> sentences = {linkage_sentence(subject) + sample_words(subject)};
  if (has(deciding, MeasureId::rid)) sentences.push_back(interval_sentence(deciding));
  for (const Measurements& other : subject.evaluation.by_pairing) {
    if (other.pairing != Pairing::sorted || deciding.pairing != Pairing::lineage) continue;
    sentences.push_back(fmt::format(
        "As in the paper, on sorted tables, it would read {:.0f} of 100: a figure that hides "
        "the true sources.",
        100 * value_of(other, MeasureId::dbrl)));
  }
  return sentences;
}

// What an intruder finds without any distance.
std::vector<std::string> known_sentences(const risk::KeptColumns& kept) {
  std::vector<std::string> sentences = {unit_words(kept),       rank_words(kept),
                                        kept_words(kept),       copy_words(kept),
                                        identifier_words(kept), order_words(kept)};
  std::erase(sentences, "");
  return sentences;
}

// A masking of ours that makes records anew.
bool is_made_anew(const Subject& subject) {
  return subject.sources == Sources::masking && !subject.masked.lineage;
}

double found_share(const Subject& subject, const risk::KeptColumns& kept) {
  return is_made_anew(subject) ? kept.found_without_sources() : kept.found_share();
}

// What exact margins give away, whoever moved the values.
std::string look_up_words(const Subject& subject) {
  const double share = risk::rare_values(subject.original, subject.masked.table).share();
  constexpr double hardly_any = 0.1;
  if (share < hardly_any) return "";
  return fmt::format(
      "Of 100 numbers that go out, {:.0f} are values that only one or two originals have: who "
      "knows somebody's exact values can look up whether that person is in the table. Smoothed or "
      "synthetic margins hide it.",
      100 * share);
}

std::vector<std::string> intruder_sentences(const Subject& subject, const risk::KeptColumns& kept) {
  auto sentences = linkage_sentences(subject);
  if (auto words = look_up_words(subject); !words.empty()) sentences.push_back(std::move(words));
  if (auto words = small_class_words(kept); is_made_anew(subject) && !words.empty()) {
    sentences.push_back(std::move(words));
  }
  for (auto& words : known_sentences(kept)) sentences.push_back(std::move(words));
  return sentences;
}

std::string how_well(double ps) {
  if (ps < 0.1) return "succeeds little";
  return ps < 0.4 ? "succeeds somewhat" : "succeeds well";
}

std::string within(double distance) {
  return distance == 0 ? "exactly" : fmt::format("within {:.2f}", distance);
}

// Where a table has both, the shares of levels stand beside the distributions of numbers.
std::string distribution_sentence(const Measurements& measured) {
  const double ks =
      has(measured, MeasureId::ks_largest) ? value_of(measured, MeasureId::ks_largest) : 0;
  const double tv = is_mixed(measured) ? value_of(measured, MeasureId::tv_largest) : 0;
  if (ks == 0 && tv == 0) return "Every column's distribution exactly.";
  if (!is_mixed(measured)) {
    return fmt::format("Every column's distribution within {:.2f} (Kolmogorov-Smirnov).", ks);
  }
  return fmt::format(
      "Every distribution of numbers {} (Kolmogorov-Smirnov), the shares of all "
      "levels and gaps {} (total variation).",
      within(ks), within(tv));
}

std::vector<std::string> measured_sentences(const evaluation::Evaluation& evaluation) {
  const Measurements& measured = evaluation.by_pairing.front();
  const double ps = value_of(measured, MeasureId::ps);
  return {distribution_sentence(measured), association_words(evaluation),
          fmt::format("A model that tries to tell masked from original records {} ({:.2f} of 1).",
                      how_well(ps), ps)};
}

std::vector<std::string> analyst_sentences(const Subject& subject, const risk::KeptColumns& kept) {
  auto sentences = measured_sentences(subject.evaluation);
  sentences.push_back(plausibility_words(plausibility_in(subject.evaluation)));
  if (auto words = weighted_words(subject.evaluation); !words.empty()) {
    sentences.push_back(std::move(words));
  }
  for (const auto& analysis : subject.evaluation.analyses) {
    sentences.push_back(analysis_words(analysis));
  }
  if (auto words = unrelated_words(subject.evaluation); !words.empty()) {
    sentences.push_back(std::move(words));
  }
  if (!subject.masked.lineage) return sentences;
  const auto use = risk::source_use(*subject.masked.lineage, subject.original.row_count());
  if (auto words = repeat_words(kept, use); !words.empty()) sentences.push_back(std::move(words));
  return sentences;
}

struct Judgement {
  Level level;
  std::string headline;
};

std::string headline_without_sources(const Subject& subject) {
  if (subject.sources == Sources::strangers) {
    return "Cannot be judged: the records are no nearer to the sources given than to any "
           "others, so these are not their sources.";
  }
  if (!is_paired(subject)) return "Cannot be judged without sources.";
  const double percent = std::floor(100 * linked(subject));
  return subject.sources == Sources::masking
             ? fmt::format(
                   "Cannot be judged by linkage alone: these records have no source; lower "
                   "bound {:.0f} of 100 linked.",
                   percent)
             : fmt::format(
                   "Cannot be judged without sources: at least {:.0f} of 100 records are "
                   "linked.",
                   percent);
}

// Of all columns together, of any two, of weighted totals and of what analysts said they compute.
bool loses_little(const evaluation::Evaluation& evaluation) {
  constexpr double little = 0.1;
  const auto& worst = evaluation.worst_association;
  return value_of(evaluation.by_pairing.front(), MeasureId::loss_score) <= little &&
         (!worst || worst->size() <= little) && keeps_weighted_totals(evaluation) &&
         keeps_analyses(evaluation);
}

std::string headline_of_unique(const risk::KeptColumns& kept) {
  return fmt::format("Not safe to share as it is: {}.", unique_words(kept));
}

// A sampled share is held against the ceiling by the upper end of its interval. A lower bound above
// the ceiling is enough to refuse; one below it is not enough to let go. Who is unique on kept
// columns is found without any linkage.
Judgement judgement(const Subject& subject, const risk::KeptColumns& kept) {
  const bool is_linked = is_paired(subject) && highest(linkage_of(subject)) > subject.max_risk;
  if (is_linked || found_share(subject, kept) > subject.max_risk) {
    return {Level::refused, "Not safe to share."};
  }
  if (kept.unique > 0) return {Level::refused, headline_of_unique(kept)};
  if (!knows_sources(subject)) return {Level::unknown, headline_without_sources(subject)};
  const bool is_calm = kept.identifiers.empty() && !kept.is_in_order &&
                       std::max(linked(subject), kept.found_share()) <= subject.max_risk / 2 &&
                       loses_little(subject.evaluation);
  return is_calm ? Judgement{Level::usable, "Usable."}
                 : Judgement{Level::care, "Usable with care."};
}

std::vector<std::string> limits() {
  return {"It is no differential privacy.",
          "Two releases of overlapping data can reveal more than one.",
          "The figures hold for this table and this masking, against the attacks named here."};
}

}  // namespace

std::string name_of(Level level) {
  constexpr std::array names = {"usable", "care", "refused", "unknown"};
  return names[static_cast<std::size_t>(level)];
}

Verdict verdict_of(const Subject& subject) {
  const risk::KeptColumns kept = with_names_of_persons(subject.kept, subject.original);
  auto [level, headline] = judgement(subject, kept);
  const std::string by = subject.masked_by.empty() ? "" : ", masked by " + subject.masked_by;
  return {level,
          std::move(headline),
          fmt::format("{} records, {} columns{}.", grouped(subject.evaluation.rows),
                      subject.evaluation.columns, by),
          intruder_sentences(subject, kept),
          analyst_sentences(subject, kept),
          limits()};
}

Verdict unmeasured_verdict(const Table& original, const masking::Masked& masked,
                           const masking::Method& method, const std::string& why) {
  const risk::KeptColumns kept = evaluation::kept_in(original, masked);
  Verdict verdict{
      kept.unique == 0 ? Level::unknown : Level::refused,
      kept.unique == 0 ? "Masked, but not measured." : headline_of_unique(kept),
      fmt::format("{} records, {} columns, masked by {}.", grouped(masked.table.row_count()),
                  masked.table.column_count(), method.name),
      {why},
      {fmt::format("Kept exactly: {}.", method.keeps)},
      limits()};
  for (auto& words : known_sentences(kept)) verdict.intruder.push_back(std::move(words));
  return verdict;
}

Verdict refusal_verdict(const tuning::Tuning& tuning, const std::string& why) {
  return {Level::refused,
          "Nothing is safe enough.",
          fmt::format("{} records, {} columns.", grouped(tuning.rows), tuning.columns),
          {why},
          {},
          limits()};
}

Json verdict_json(const Verdict& verdict) {
  return {{"level", name_of(verdict.level)}, {"headline", verdict.headline},
          {"facts", verdict.facts},          {"intruder", verdict.intruder},
          {"analysts", verdict.analysts},    {"limits", verdict.limits}};
}

}  // namespace overhand::report
