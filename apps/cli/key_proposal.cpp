#include "key_proposal.h"

#include <fmt/format.h>

#include <algorithm>

#include "option_checks.h"
#include "overhand/table/column_words.h"

namespace overhand::cli {
namespace {

std::string sentence_on(const coarsening::ProposedStep& step, std::size_t before, std::size_t k) {
  return fmt::format(
      "{}, {}: {} values, which keep {:.0f} % of what it tells; {} fewer share their keys with "
      "fewer than {}, {} are left.",
      at_start(step.column), words_for(step.coarsening), step.values, 100 * step.kept,
      before - step.below, k, step.below);
}

}  // namespace

void KeyProposalArguments::add_to(CLI::App& command) {
  constexpr int most_sharing = 1'000'000;
  command
      .add_option("--keys", keys,
                  "columns that are to stay readable: also propose how to coarsen them")
      ->delimiter(',')
      ->type_name("A,B ...");
  command.add_option("--k", k, "of --keys: so many records are to share each combination")
      ->capture_default_str()
      ->transform(whole_number(2, most_sharing))
      ->type_name("K");
}

std::string text_of(const KeyProposalArguments& arguments) {
  if (arguments.keys.empty()) return "";
  return fmt::format(" --keys {} --k {}", command_word(arguments.keys), arguments.k);
}

std::vector<std::string> sentences_on(const coarsening::Proposal& proposal, std::size_t k) {
  std::vector<std::string> all = {
      fmt::format("{} of {} records share their keys with fewer than {}, themselves counted.",
                  proposal.below, proposal.records, k)};
  std::size_t before = proposal.below;
  for (const auto& step : proposal.steps) {
    all.push_back(sentence_on(step, before, k));
    before = step.below;
  }
  if (before > 0) {
    all.push_back(fmt::format(
        "Cells of the keys of the other {} can be set to missing: k = {} in the schema.", before,
        k));
  }
  return all;
}

void put_into(Schema& schema, SchemaComments& comments, const KeyProposalArguments& arguments,
              const coarsening::Proposal& proposal) {
  schema.structure.keys = arguments.keys;
  schema.structure.k = arguments.k;
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    ColumnPlan& plan = schema.columns[i];
    if (std::ranges::find(arguments.keys, plan.name) == arguments.keys.end()) continue;
    plan.role = Treatment::keep;
    std::size_t before = proposal.below;
    for (const auto& step : proposal.steps) {
      if (step.column == plan.name) {
        plan.coarsening = step.coarsening;
        comments.columns[i] += "\n" + sentence_on(step, before, arguments.k);
      }
      before = step.below;
    }
  }
}

}  // namespace overhand::cli
