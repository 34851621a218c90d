#include "overhand/attacks/inference.h"

#include <algorithm>

#include "overhand/attacks/exposure.h"
#include "overhand/attacks/guesses_internal.h"
#include "overhand/core/parallel.h"
#include "overhand/random/shuffle.h"

namespace overhand::attacks {
namespace {

static_assert(Inference::guessers == guesser_count);

struct KnownSet {
  Places known;
  Places unknown;
};

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

// What each guesser gets right about each person, on average over the sets.
std::vector<Shares> shares_of(const View& view, const std::vector<Row>& people,
                              const std::vector<KnownSet>& sets, Exposures* exposures) {
  std::vector<Shares> shares(people.size(), Shares{});
  parallel_for_each_index(people.size(), [&](std::size_t i) {
    Exposure* exposure = exposure_of(exposures, people[i]);
    for (const KnownSet& set : sets) {
      const Shares right = right_guesses(view, people[i], set.known, set.unknown, exposure);
      for (std::size_t g = 0; g < guesser_count; ++g) {
        shares[i][g] += right[g] / static_cast<double>(sets.size());
      }
    }
  });
  return shares;
}

void count(const std::vector<Row>& people, const std::vector<Shares>& shares,
           const Flags& is_isolated, Tally AttackTally::* side, Inference& inference) {
  for (std::size_t i = 0; i < people.size(); ++i) {
    for (std::size_t g = 0; g < guesser_count; ++g) {
      (inference.all[g].*side).add(shares[i][g]);
      if (is_isolated[people[i]] != 0) (inference.isolated[g].*side).add(shares[i][g]);
    }
  }
}

}  // namespace

void Inference::add(const Inference& other) {
  for (std::size_t g = 0; g < guessers; ++g) {
    all[g].add(other.all[g]);
    isolated[g].add(other.isolated[g]);
  }
}

const char* guesser_name(std::size_t guesser) {
  constexpr std::array<const char*, guesser_count> names = {"nearest record", "vote of the nearest",
                                                            "holders of exact values",
                                                            "line through the nearest"};
  return names[guesser];
}

Inference inference(const View& view, const People& people, const Flags& is_isolated,
                    const InferenceOptions& options, const random::Key& key, Exposures* exposures) {
  Inference result;
  if (view.kept().size() >= view.columns.size()) return result;
  std::vector<KnownSet> sets;
  for (std::size_t i = 0; i < options.sets; ++i) sets.push_back(drawn_set(view, options, i, key));
  count(people.members, shares_of(view, people.members, sets, exposures), is_isolated,
        &AttackTally::target, result);
  count(people.controls, shares_of(view, people.controls, sets, exposures), is_isolated,
        &AttackTally::control, result);
  return result;
}

}  // namespace overhand::attacks
