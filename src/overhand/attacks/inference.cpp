#include "overhand/attacks/inference.h"

#include <algorithm>

#include "overhand/attacks/exposure.h"
#include "overhand/attacks/guesses_internal.h"
#include "overhand/core/parallel.h"
#include "overhand/random/shuffle.h"

namespace overhand::attacks {
namespace {

static_assert(Inference::guessers == guesser_count);

KnownSet drawn_set(const View& view, const InferenceOptions& options, std::size_t number,
                   const random::Key& key) {
  KnownSet set{view.kept(), {}};
  Places free;
  for (std::size_t j = 0; j < view.columns.size(); ++j) {
    if (!view.columns[j].is_kept) free.push_back(j);
  }
  random::Stream stream(key,
                        {random::Purpose::known_facts, static_cast<std::uint32_t>(options.known),
                         static_cast<std::uint32_t>(number)});
  random::shuffle_in_cache(std::span(free), stream);
  const std::size_t known = std::min(options.known, free.size() - 1);
  set.known.insert(set.known.end(), free.begin(),
                   free.begin() + static_cast<std::ptrdiff_t>(known));
  set.unknown.assign(free.begin() + static_cast<std::ptrdiff_t>(known), free.end());
  return set;
}

using Shares = std::array<double, guesser_count>;

// What the guessers get right about one person.
struct Learnt {
  Shares shares{};                // on average over the sets
  std::vector<Shares> of_column;  // the number of right guesses, by column
};

// Goes into the person's exposure too, where there is one.
Learnt learnt_about(const View& view, Row person, const std::vector<KnownSet>& sets,
                    Exposure* exposure) {
  Learnt learnt{{}, std::vector<Shares>(view.columns.size(), Shares{})};
  for (const auto& [known, unknown] : sets) {
    const auto rights = rights_about(view, person, known, unknown);
    const double part = 1 / static_cast<double>(sets.size() * unknown.size());
    for (std::size_t j = 0; j < unknown.size(); ++j) {
      if (exposure != nullptr) ++exposure->columns[unknown[j]].tried;
      for (std::size_t g = 0; g < guesser_count; ++g) {
        if (!rights[j][g]) continue;
        learnt.shares[g] += part;
        learnt.of_column[unknown[j]][g] += 1;
        if (exposure != nullptr) exposure->note_guess(unknown[j], g, known);
      }
    }
  }
  return learnt;
}

std::vector<std::size_t> guesses_by_column(const View& view, const std::vector<KnownSet>& sets) {
  std::vector<std::size_t> guesses(view.columns.size());
  for (const KnownSet& set : sets) {
    for (const std::size_t place : set.unknown) ++guesses[place];
  }
  return guesses;
}

// Of which people the attack is, and where what is learnt about each goes, if anywhere.
struct Side {
  Tally AttackTally::* tally;
  Exposures* exposures;
};

void count(const View& view, const std::vector<Row>& people, const std::vector<KnownSet>& sets,
           const Flags& is_isolated, const Side& side, Inference& inference) {
  std::vector<Learnt> learnt(people.size());
  parallel_for_each_index(people.size(), [&](std::size_t i) {
    learnt[i] = learnt_about(view, people[i], sets, exposure_of(side.exposures, people[i]));
  });
  const auto guesses = guesses_by_column(view, sets);
  for (std::size_t i = 0; i < people.size(); ++i) {
    for (std::size_t g = 0; g < guesser_count; ++g) {
      const double share = std::min(1.0, learnt[i].shares[g]);
      (inference.all[g].*side.tally).add(share);
      if (is_isolated[people[i]] != 0) (inference.isolated[g].*side.tally).add(share);
      for (std::size_t j = 0; j < guesses.size(); ++j) {
        Tally& tally = inference.of_column[j][g].*side.tally;
        tally.people += guesses[j];
        tally.right += learnt[i].of_column[j][g];
      }
    }
  }
}

}  // namespace

void Inference::add(const Inference& other) {
  for (std::size_t g = 0; g < guessers; ++g) {
    all[g].add(other.all[g]);
    isolated[g].add(other.isolated[g]);
  }
  of_column.resize(std::max(of_column.size(), other.of_column.size()));
  for (std::size_t j = 0; j < other.of_column.size(); ++j) {
    for (std::size_t g = 0; g < guessers; ++g) of_column[j][g].add(other.of_column[j][g]);
  }
}

std::vector<KnownSet> known_sets(const View& view, const InferenceOptions& options,
                                 const random::Key& key) {
  std::vector<KnownSet> sets;
  if (view.kept().size() >= view.columns.size()) return sets;
  for (std::size_t i = 0; i < options.sets; ++i) sets.push_back(drawn_set(view, options, i, key));
  return sets;
}

const char* guesser_name(std::size_t guesser) {
  constexpr std::array<const char*, guesser_count> names = {
      "nearest record", "vote of the nearest", "holders of exact values",
      "line through the nearest", "bins of the method"};
  return names[guesser];
}

Inference inference(const View& view, const People& people, const Flags& is_isolated,
                    const InferenceOptions& options, const random::Key& key, Exposures* exposures) {
  Inference result;
  const auto sets = known_sets(view, options, key);
  if (sets.empty()) return result;
  result.of_column.resize(view.columns.size());
  count(view, people.members, sets, is_isolated, {&AttackTally::target, exposures}, result);
  count(view, people.controls, sets, is_isolated, {&AttackTally::control, exposures}, result);
  return result;
}

}  // namespace overhand::attacks
