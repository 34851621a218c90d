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

std::vector<Method> catalogue() {
  return {sjppds_method(),     mdav_method(),        pca_method(),
          pppca_method(),      noise_method(),       correlated_noise_method(),
          rank_swap_method(),  cell_rotate_method(), cell_shuffle_method(),
          rank_noise_method(), cart_method(),        ipso_method()};
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
                           [&](Row row) { return (*masked.lineage)[row]; });
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
  const random::Key key = release_key(context.key, method, options, original);
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
