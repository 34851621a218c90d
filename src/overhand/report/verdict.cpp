#include "overhand/report/verdict.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>

#include "overhand/evaluation/linkage.h"
#include "overhand/evaluation/pairings.h"
#include "overhand/release/gate.h"
#include "overhand/report/attack_words_internal.h"
#include "overhand/report/loss_words.h"
#include "overhand/report/risk_words.h"
#include "overhand/risk/rare_values.h"
#include "overhand/table/column_words.h"
#include "overhand/tuning/choice.h"

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
  std::vector<std::string> sentences = {unit_words(kept),        rank_words(kept), kept_words(kept),
                                        beside_keys_words(kept), told_words(kept), copy_words(kept),
                                        identifier_words(kept),  order_words(kept)};
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
      "knows somebody's exact values can look up whether that person is in the table. Of shuffles "
      "synthetic margins hide nearly all of them.",
      100 * share);
}

// The column with most of them first.
std::string rare_level_words(const Subject& subject) {
  constexpr std::size_t most_named = 3;
  auto columns = risk::rare_levels(subject.original, subject.masked.table);
  if (columns.empty()) return "";
  std::ranges::stable_sort(columns, std::greater<>(), &risk::RareLevels::rare);
  std::vector<std::string> words;
  for (const auto& [column, rare, all] : columns) {
    if (words.size() < most_named)
      words.push_back(fmt::format("{} ({} of {})", told(column), grouped(rare), grouped(all)));
  }
  const std::size_t more = columns.size() - words.size();
  return fmt::format(
      "Levels that only one or two originals have go out, and tell that these persons are in the "
      "table: {}{}. Leave such a column out, or merge its rare levels.",
      fmt::join(words, ", "), more == 0 ? "" : fmt::format(" and {} columns more", more));
}

std::vector<std::string> intruder_sentences(const Subject& subject, const risk::KeptColumns& kept) {
  auto sentences =
      subject.attacked ? attack_sentences(subject.attacked->gated) : std::vector<std::string>{};
  std::ranges::move(linkage_sentences(subject), std::back_inserter(sentences));
  // Where values were looked up, what was found by that is told instead of what might be.
  if (auto words = look_up_words(subject); !subject.attacked && !words.empty()) {
    sentences.push_back(std::move(words));
  }
  if (auto words = rare_level_words(subject); !words.empty()) sentences.push_back(std::move(words));
  if (auto words = small_class_words(kept, is_made_anew(subject)); !words.empty()) {
    sentences.push_back(std::move(words));
  }
  for (auto& words : known_sentences(kept)) sentences.push_back(std::move(words));
  return sentences;
}

std::string within(double distance) {
  return distance == 0 ? "exactly" : fmt::format("within {:.2f}", distance);
}

// Where a table has both, the shares of levels stand beside the distributions of numbers.
std::string distribution_sentence(const Measurements& measured, bool is_of_masked) {
  const char* const every = is_of_masked ? "Every masked column's" : "Every column's";
  const double ks =
      has(measured, MeasureId::ks_largest) ? value_of(measured, MeasureId::ks_largest) : 0;
  const double tv = is_mixed(measured) ? value_of(measured, MeasureId::tv_largest) : 0;
  if (ks == 0 && tv == 0) return fmt::format("{} distribution exactly.", every);
  if (!is_mixed(measured)) {
    return fmt::format("{} distribution within {:.2f} (Kolmogorov-Smirnov).", every, ks);
  }
  return fmt::format(
      "Every distribution of{} numbers {} (Kolmogorov-Smirnov), the shares of all{} "
      "levels and gaps {} (total variation).",
      is_of_masked ? " masked" : "", within(ks), is_of_masked ? " masked" : "", within(tv));
}

bool is_lost(const std::optional<coarsening::KeyLoss>& loss) { return loss && loss->overall() > 0; }

std::vector<std::string> measured_sentences(const Subject& subject) {
  const Measurements& measured = subject.evaluation.by_pairing.front();
  return {distribution_sentence(measured, !subject.kept.names.empty()),
          association_words(subject.evaluation), model_words(measured)};
}

std::vector<std::string> analyst_sentences(const Subject& subject, const risk::KeptColumns& kept) {
  auto sentences = measured_sentences(subject);
  if (is_lost(subject.key_loss)) {
    sentences.push_back(fmt::format("Of the keys {}.", key_loss_words(*subject.key_loss)));
  }
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
  if (const auto why = loss_cautions(subject.evaluation); !knows_sources(subject) && !why.empty()) {
    sentences.push_back(fmt::format("Whoever uses it must know: {}.", fmt::join(why, "; ")));
  }
  // Of a sample it is not known what became of all.
  const bool is_whole = subject.evaluation.rows == subject.original.row_count();
  if (!subject.masked.lineage || !is_whole) return sentences;
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

std::string headline_of_unique(const risk::KeptColumns& kept) {
  return fmt::format("Not safe to share as it is: {}.", unique_words(kept));
}

// Correlations that stay say who is in where there are few records for each: who knows all but one
// value of a member of 100 x 20 guesses the last with a correlation of .4, of a stranger with 0.
bool is_wide(const Table& original) {
  constexpr std::size_t fewest_records = 10;
  const auto masked = std::ranges::count(original.columns(), Role::mask, &Column::role);
  return original.row_count() < fewest_records * static_cast<std::size_t>(masked);
}

// Why a table that is safe enough is not to be used without a thought.
std::vector<std::string> cautions(const Subject& subject, const risk::KeptColumns& kept) {
  std::vector<std::string> all = loss_cautions(subject.evaluation);
  const double found = std::max(is_paired(subject) ? linked(subject) : 0, kept.found_share());
  if (found > subject.max_risk / 2) {
    all.insert(
        all.begin(),
        fmt::format("{:.0f} of 100 records are found, more than half of the ceiling", 100 * found));
  }
  if (!kept.beside_keys.empty()) {
    all.insert(all.begin(),
               fmt::format("{} kept beside the keys that were suppressed",
                           kept.beside_keys.size() == 1 ? in_words(kept.beside_keys.front()) + " is"
                                                        : told(kept.beside_keys) + " are"));
  }
  if (is_wide(subject.original)) {
    all.insert(all.begin(),
               "there are fewer than 10 records for each masked column, so that what is kept of "
               "their correlations tells about those who are in");
  }
  if (!kept.told.empty()) all.insert(all.begin(), "what is kept tells what is masked");
  if (!kept.identifiers.empty()) all.insert(all.begin(), "identifiers are in it");
  if (kept.is_in_order) all.insert(all.begin(), "the records stand in their old order");
  return all;
}

std::string headline_with(const std::vector<std::string>& cautions) {
  return cautions.empty() ? "Usable."
                          : fmt::format("Usable with care: {}.", fmt::join(cautions, "; "));
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
  const auto why = cautions(subject, kept);
  return {why.empty() ? Level::usable : Level::care, headline_with(why)};
}

// Of a release the attacks decide, whether or not its records have a source.
Judgement judgement_of_release(const Subject& subject, const risk::KeptColumns& kept) {
  const release::Gated& gated = subject.attacked->gated;
  if (!release::all_kept(gated.held)) {
    return {Level::refused, fmt::format("Beyond its ceilings: {}.", beyond_ceilings(gated))};
  }
  const auto why = cautions(subject, kept);
  std::string headline =
      fmt::format("May be released to {}: under every ceiling.", subject.attacked->released_to);
  if (why.empty()) return {Level::usable, std::move(headline)};
  headline += fmt::format(" Usable with care: {}.", fmt::join(why, "; "));
  return {Level::care, std::move(headline)};
}

constexpr const char* not_attacked =
    "It was measured, not attacked: whether it may go out is told by a release alone.";

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
  auto [level, headline] =
      subject.attacked ? judgement_of_release(subject, kept) : judgement(subject, kept);
  const std::string by = subject.masked_by.empty() ? "" : ", masked by " + subject.masked_by;
  Verdict verdict{level,
                  std::move(headline),
                  fmt::format("{} records, {} columns{}.", grouped(subject.evaluation.rows),
                              subject.evaluation.columns, by),
                  intruder_sentences(subject, kept),
                  analyst_sentences(subject, kept),
                  limits()};
  if (!subject.attacked) verdict.limits.emplace_back(not_attacked);
  return verdict;
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
  verdict.limits.emplace_back(not_attacked);
  return verdict;
}

Verdict refusal_verdict(const tuning::Tuning& tuning, const std::string& why) {
  const bool is_safe = tuning::has_implausible_points(tuning);
  Verdict verdict{Level::refused,
                  is_safe ? "Nothing is plausible enough." : "Nothing is safe enough.",
                  fmt::format("{} records, {} columns.", grouped(tuning.rows), tuning.columns)};
  (is_safe ? verdict.analysts : verdict.intruder).push_back(why);
  verdict.limits = limits();
  return verdict;
}

Json verdict_json(const Verdict& verdict) {
  return {{"level", name_of(verdict.level)}, {"headline", verdict.headline},
          {"facts", verdict.facts},          {"intruder", verdict.intruder},
          {"analysts", verdict.analysts},    {"limits", verdict.limits}};
}

}  // namespace overhand::report
