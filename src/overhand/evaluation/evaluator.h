// Evaluator: measures many masked versions of one original. All that depends on the original alone
// is computed once; evaluate() may be called from many threads at once and has no state.
//
// Parallel inside, with the same result for any number of threads; called from a parallel loop,
// the evaluations share the threads.
#pragma once

#include <memory>
#include <vector>

#include "overhand/evaluation/evaluation.h"
#include "overhand/masking/method.h"
#include "overhand/risk/dbrl.h"
#include "overhand/utility/ps.h"

namespace overhand::evaluation {

struct EvaluatorOptions {
  random::Key key = random::key_from_seed(1);  // of random ties and samples
  risk::SampleOptions linkage = {};            // beyond which size DBRL is sampled
  utility::PsFit ps = utility::PsFit::damped;
  Structure structure = {};  // its rules, beside those that are mined, and its weight
};

// What boosted trees are asked, which costs more than all else together.
struct Trees {
  std::size_t c2st_records = 0;  // of each table at most; 0: not asked
  std::size_t tstr_records = 0;  // the same
  std::string target = {};       // of tstr; any column where it is empty
};

// Of a table that is to be judged, and of one among hundreds of trials.
constexpr std::size_t most_tree_records = 10'000;
constexpr std::size_t most_trial_tree_records = 1'000;
inline Trees all_trees(std::string target = {}) {
  return {most_tree_records, most_tree_records, std::move(target)};
}

// What is asked of one masked table.
struct Asked {
  std::vector<Pairing> pairings;     // how records are paired, the deciding one first
  const Lineage* lineage = nullptr;  // of Pairing::lineage
  bool isolation = false;  // also where the risk sits, where the first pairing is by true source
  Trees trees = {};        // what boosted trees are asked
};

// A masking of ours, paired as pairings_for() says. Refers to `masked`.
Asked asked_of(const masking::Method& method, const masking::Masked& masked,
               bool isolation = false);

class Evaluator {
 public:
  // Measures the columns of `original` whose role is `mask`. Fails on infinite values, on fewer
  // than 2 records, on rules that the original breaks, on weights that are none, and when
  // cancelled.
  static Result<Evaluator> prepare(const Table& original, const EvaluatorOptions& options = {},
                                   const Progress& progress = {});
  ~Evaluator();
  Evaluator(Evaluator&&) noexcept;

  // Columns are matched by name, in any order; what is kept is nobody's measure. Fails when a
  // column is missing or unknown, when records are to be paired and the tables differ in their
  // number, when lineage is wanted and there is none or it names no record, or when cancelled.
  Result<Evaluation> evaluate(const Table& masked, const Asked& asked,
                              const Progress& progress = {}) const;

 private:
  struct Prepared;
  explicit Evaluator(std::unique_ptr<Prepared> prepared);

  std::unique_ptr<Prepared> prepared_;
};

}  // namespace overhand::evaluation
