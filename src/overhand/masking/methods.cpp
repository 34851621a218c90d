#include "overhand/masking/methods.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "overhand/masking/cart_internal.h"
#include "overhand/masking/cell_rotate_internal.h"
#include "overhand/masking/cell_shuffle_internal.h"
#include "overhand/masking/correlated_noise_internal.h"
#include "overhand/masking/ipso_internal.h"
#include "overhand/masking/mdav_internal.h"
#include "overhand/masking/noise_internal.h"
#include "overhand/masking/pca_internal.h"
#include "overhand/masking/pppca_internal.h"
#include "overhand/masking/rank_noise_internal.h"
#include "overhand/masking/rank_swap_internal.h"
#include "overhand/masking/release_key_internal.h"
#include "overhand/masking/sjppds_internal.h"
#include "overhand/random/shuffle.h"
#include "overhand/table/column_words.h"

namespace overhand::masking {
namespace {

std::vector<Method> catalogue() {  // NOLINT(readability-function-size): a list
  return {
      make_method<SjppdsOptions>({.name = "sjppds",
                                  .summary = "Shuffle each column within bins of equal width",
                                  .reference = "Chaibub Neto (2024), Trans. Data Privacy",
                                  .keeps = "each column's values; the counts of bin combinations"},
                                 sjppds),
      make_method<MicroaggregationOptions>(
          {.name = "mdav",
           .summary = "Average groups of at least k similar records (MDAV microaggregation)",
           .reference = "Domingo-Ferrer and Torra (2005), Data Mining and Knowledge Discovery 11",
           .keeps = "each column's mean; each record's row",
           .is_deterministic = true,
           .keeps_rows = true,
           .cost = Cost::quadratic},
          mdav),
      make_method<MicroaggregationOptions>(
          {.name = "pca",
           .summary = "Average groups of k records in the order of the first principal component",
           .reference = "Templ, Kowarik and Meindl (2015), J. Statistical Software 67(4)",
           .keeps = "each column's mean; each record's row",
           .is_deterministic = true,
           .keeps_rows = true},
          pca),
      make_method<MicroaggregationOptions>(
          {.name = "pppca",
           .summary = "Average groups of k records in the order of a robust principal component",
           .reference = "Croux and Ruiz-Gazen (2005), J. Multivariate Analysis 95",
           .keeps = "each column's mean; each record's row",
           .is_deterministic = true,
           .keeps_rows = true,
           .cost = Cost::quadratic},
          pppca),
      make_method<NoiseOptions>({.name = "noise",
                                 .summary = "Add independent normal noise to each column",
                                 .reference = "Brand (2002), LNCS 2316",
                                 .keeps = "each record's row; means in expectation",
                                 .keeps_rows = true},
                                noise),
      make_method<CorrelatedNoiseOptions>(
          {.name = "correlated_noise",
           .summary = "Add normal noise with the covariance of the columns",
           .reference = "Kim (1986); Brand (2002), LNCS 2316",
           .keeps = "each record's row; linear identities between columns; means and correlations "
                    "in expectation",
           .keeps_rows = true},
          correlated_noise),
      make_method<RankSwapOptions>(
          {.name = "rank_swap",
           .summary = "Swap values with values of nearby rank, column by column",
           .reference = "Moore (1996), US Bureau of the Census RR 96-04",
           .keeps = "each column's values; each record's row; ranks to within the window",
           .keeps_rows = true},
          rank_swap),
      make_method<CellRotateOptions>(
          {.name = "cell_rotate",
           .summary = "Rotate small cells of similar records at random about their mean",
           .reference = "Overhand, docs/theory/cell_rotate.md; Ting, Fienberg and Trottini (2008)",
           .keeps = "marginals exact: each column's values; free: means, covariances and linear "
                    "identities, in every cell"},
          cell_rotate),
      make_method<CellShuffleOptions>(
          {.name = "cell_shuffle",
           .summary = "Shuffle each column within small cells of similar records",
           .reference = "Overhand, docs/theory/cell_shuffle.md; Iman and Conover (1982)",
           .keeps = "each column's values"},
          cell_shuffle),
      make_method<RankNoiseOptions>(
          {.name = "rank_noise",
           .summary = "Give each column's values the ranks of a noisy copy",
           .reference = "Overhand, docs/theory/rank_noise.md; Muralidhar and Sarathy (2006)",
           .keeps = "marginals exact: each column's values"},
          rank_noise),
      make_method<CartOptions>(
          {.name = "cart",
           .summary = "Synthesise column after column, each drawn from a regression tree's leaf",
           .reference = "Reiter (2005), J. Official Statistics 21",
           .keeps = "every value is one of its original column"},
          cart),
      make_method<IpsoOptions>(
          {.name = "ipso",
           .summary = "Synthesise normal records with the original means and covariances",
           .reference = "Burridge (2003), Statistics and Computing 13",
           .keeps = "means, covariances, linear identities; the regression on the given columns"},
          ipso),
  };
}

bool is_kept(const Column& column) { return column.role == Role::keep; }

Table columns_to_mask(const Table& table) {
  std::vector<Column> columns;
  std::ranges::copy_if(table.columns(), std::back_inserter(columns), std::not_fn(is_kept));
  return Table(std::move(columns));
}

// The masked columns in their old places, with the kept ones of each record's source between.
Table with_kept_columns(const Table& original, Table masked, const Lineage& lineage) {
  std::vector<Column> columns;
  auto next_masked = masked.columns().begin();
  for (const Column& column : original.columns()) {
    columns.push_back(is_kept(column) ? gather(column, lineage) : std::move(*next_masked++));
  }
  return Table(std::move(columns));
}

Masked in_random_row_order(const Masked& masked, const random::Key& key) {
  const auto order =
      random::permutation(key, {random::Purpose::row_order}, masked.table.row_count());
  Masked shuffled{gather(masked.table, order), std::nullopt};
  if (masked.lineage) {
    shuffled.lineage.emplace(order.size());
    std::ranges::transform(order, shuffled.lineage->begin(),
                           [&](std::uint32_t row) { return (*masked.lineage)[row]; });
  }
  return shuffled;
}

}  // namespace

const std::vector<Method>& methods() {
  static const std::vector<Method> all = catalogue();
  return all;
}

Result<const Method*> find_method(std::string_view name) {
  const auto found = std::ranges::find(methods(), name, &Method::name);
  if (found != methods().end()) return &*found;
  std::vector<std::string> names;
  for (const Method& method : methods()) names.push_back(method.name);
  return Error{ErrorKind::invalid_option,
               fmt::format("There is no method '{}'; the methods are {}.", told(name),
                           fmt::join(names, ", "))};
}

Result<Masked> mask(const Method& method, const Table& original, const MaskOptions& options,
                    const Context& context) {
  const random::Key key = release_key(context.key, method, options.values, original);
  const Context own{key, context.progress};
  const bool keeps_columns = std::ranges::any_of(original.columns(), is_kept);
  auto masked = keeps_columns ? method.mask(columns_to_mask(original), options.values, own)
                              : method.mask(original, options.values, own);
  if (!masked) return masked;
  if (keeps_columns) {
    if (!masked->lineage) {
      return Error{ErrorKind::invalid_option,
                   fmt::format("{} makes new records without a source, so no column can be kept "
                               "beside them.",
                               method.name)};
    }
    masked->table = with_kept_columns(original, std::move(masked->table), *masked->lineage);
  }
  if (options.shuffle_rows && method.keeps_rows) return in_random_row_order(*masked, key);
  return masked;
}

}  // namespace overhand::masking
