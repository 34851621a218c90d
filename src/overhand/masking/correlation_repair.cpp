#include "overhand/core/parallel.h"
#include "overhand/masking/correlation_repair_internal.h"
#include "overhand/masking/random_ranks_internal.h"
#include "overhand/random/normal.h"
#include "overhand/statistics/moments.h"
#include "overhand/statistics/ranks.h"

namespace overhand::masking {
namespace {

using statistics::Matrix;
using statistics::Vector;

constexpr double ridge = 1e-6;

// Phi^-1((rank - 1/2)/n) of each row.
Vector normal_scores(const Lineage& ranked) {
  Vector scores(static_cast<Eigen::Index>(ranked.size()));
  for (std::size_t rank = 0; rank < ranked.size(); ++rank) {
    scores[ranked[rank]] = random::normal_quantile((static_cast<double>(rank) + 0.5) /
                                                   static_cast<double>(ranked.size()));
  }
  return scores;
}

Matrix correlation_factor(const Matrix& scores) {
  return statistics::covariance_factor(statistics::standardise(scores), ridge);
}

// The ranking of each column of a table, and its normal scores.
struct Ranking {
  std::vector<Lineage> rows;
  Matrix scores;
};

template <class ColumnValues>
Ranking ranking(std::size_t columns, std::size_t records, const ColumnValues& values,
                std::uint32_t first_stream, const random::Key& key) {
  Ranking result{std::vector<Lineage>(columns), Matrix(records, columns)};
  parallel_for_each_index(columns, [&](std::size_t j) {
    const auto stream = first_stream + static_cast<std::uint32_t>(j);
    result.rows[j] = ranked_rows(values(j), {random::Purpose::tie_order, stream}, key);
    result.scores.col(static_cast<Eigen::Index>(j)) = normal_scores(result.rows[j]);
  });
  return result;
}

}  // namespace

std::vector<Lineage> with_repaired_correlations(const Table& original,
                                                const std::vector<Lineage>& sources,
                                                const random::Key& key) {
  const std::size_t columns = sources.size();
  const std::size_t records = original.row_count();
  const auto before = [&](std::size_t j) { return reals(original.columns()[j]); };
  const auto after = [&](std::size_t j) {
    return reals(gather(original.columns()[j], sources[j]));
  };
  const Ranking x = ranking(columns, records, before, 0, key);
  const Ranking y = ranking(columns, records, after, static_cast<std::uint32_t>(columns), key);
  const Matrix z = statistics::product(
      y.scores,
      statistics::map_between(correlation_factor(y.scores), correlation_factor(x.scores)));
  std::vector<Lineage> repaired(columns, Lineage(records));
  parallel_for_each_index(columns, [&](std::size_t j) {
    const Lineage places =
        statistics::stable_order(statistics::as_reals(z.col(static_cast<Eigen::Index>(j))));
    for (std::size_t rank = 0; rank < records; ++rank) {
      repaired[j][places[rank]] = sources[j][y.rows[j][rank]];
    }
  });
  return repaired;
}

}  // namespace overhand::masking
