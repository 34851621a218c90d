#include "overhand/external/mask.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "overhand/core/stopping.h"
#include "overhand/external/memory.h"
#include "overhand/external/rotate_internal.h"
#include "overhand/masking/column_shuffle.h"
#include "overhand/masking/problems.h"
#include "overhand/random/shuffle.h"

namespace overhand::external {
namespace {

using relations::Derivation;

// Which values go out is decided by sorting a column with its rows (sjppds); cell_rotate has its
// own ways.
bool sorts_rows(const masking::Method& method, const masking::OptionValues& values) {
  const auto found = values.find("marginals");
  return method.name == "sjppds" && found != values.end() &&
         found->second != masking::OptionValue(std::string("exact"));
}

Error too_little_memory(std::uint64_t needed) {
  return {ErrorKind::invalid_option,
          fmt::format("One column of this table, with what it is masked by, takes {} of memory.",
                      io::size_words(needed)),
          {},
          {{Action::say_memory, {}, memory_argument(needed)}}};
}

Error too_little_for_sums(const Derivation& derivation, std::uint64_t needed) {
  return {ErrorKind::invalid_option,
          fmt::format("To see whether {} = {} in every record takes {} of memory.",
                      relations::formula_name(derivation.column), derivation.formula.text(),
                      io::size_words(needed)),
          {},
          {{Action::say_memory, {}, memory_argument(needed)}, {Action::say_no_derive}}};
}

// The columns that a formula names, and the one that it derives, whole.
Result<Table> columns_of(const Original& original, const Derivation& derivation,
                         std::uint64_t memory) {
  std::set<std::string> names(derivation.formula.columns().begin(),
                              derivation.formula.columns().end());
  names.insert(derivation.column);
  const std::uint64_t needed = original.row_count() * sizeof(double) * 2 * names.size();
  if (needed > memory) return too_little_for_sums(derivation, needed);
  std::vector<Column> columns;
  for (std::size_t j = 0; j < original.columns().size(); ++j) {
    if (!names.contains(original.columns()[j].name)) continue;
    auto column = original.read(j);
    if (!column) return column.error();
    columns.push_back(*std::move(column));
  }
  return Table(std::move(columns));
}

// In an order in which each can be computed; they hold in every record.
Result<std::vector<Derivation>> derivations_of(const std::vector<std::string>& texts,
                                               const Original& original, std::uint64_t memory) {
  auto ordered = relations::derivations(texts, original.sample());
  if (!ordered) return ordered;
  for (Derivation& derivation : *ordered) {
    const auto columns = columns_of(original, derivation, memory);
    if (!columns) return columns.error();
    const auto text = std::ranges::find(texts, derivation.column, relations::derived_name);
    auto whole = relations::derivations({*text}, *columns);
    if (!whole) return whole.error();
    derivation = whole->front();
  }
  return ordered;
}

// Fewer than two columns are masked beside those that are derived.
std::optional<Error> problem_with_columns(const Original& original,
                                          const std::vector<Derivation>& derivations) {
  Table to_mask;
  for (const Column& column : original.sample().columns()) {
    const bool is_derived =
        std::ranges::find(derivations, column.name, &Derivation::column) != derivations.end();
    if (column.role == Role::mask && !is_derived) to_mask.columns().push_back(column);
  }
  return masking::problem_with_shape(to_mask);
}

Status add_shuffled(const Original& original, std::size_t j, std::uint32_t number,
                    const masking::OptionValues& values, const masking::Context& context,
                    MaskedTable& masked) {
  auto column = original.read(j);
  if (!column) return column.error();
  auto shuffle = masking::ColumnShuffle::make(*std::move(column), number, values, context.key);
  if (!shuffle) return shuffle.error();
  return masked.add(
      original.columns()[j],
      [&](std::size_t, std::span<const Row> sources) -> Result<Column> {
        return shuffle->draw(sources);
      },
      context.progress);
}

Status shuffle_columns(const Original& original, const masking::MaskOptions& options,
                       const masking::Context& context, MaskedTable& masked) {
  Stage stage(context.progress, "masking columns", original.columns().size());
  std::uint32_t number = 0;
  for (std::size_t j = 0; j < original.columns().size(); ++j) {
    const Column& column = original.columns()[j];
    Status done = Done{};
    if (masked.is_derived(column)) {
      masked.add_derived(column);
    } else if (column.role == Role::mask) {
      done = add_shuffled(original, j, number++, options.values, context, masked);
    } else {
      done = add_kept(original, j, context.progress, masked);
    }
    if (!done) return done;
    stage.finish_part();
  }
  return masked.finish(context.progress);
}

Result<MaskedTable> shuffled(const Original& original, const masking::MaskOptions& options,
                             std::vector<Derivation> derivations, const Room& room,
                             const masking::Context& context) {
  const std::size_t rows = original.row_count();
  auto store =
      ColumnStore::create(room.folder, rows, rows * original.columns().size() * sizeof(double));
  if (!store) return store.error();
  MaskedTable masked(*std::move(store),
                     random::permutation(context.key, {random::Purpose::row_order}, rows),
                     original.sampled_rows(), std::move(derivations),
                     rows_at_once(room.memory, original.columns().size()));
  masked.add_originals(original.sample());
  if (auto done = shuffle_columns(original, options, context, masked); !done) return done.error();
  return masked;
}

}  // namespace

Status add_kept(const Original& original, std::size_t j, const Progress& progress,
                MaskedTable& masked) {
  const auto column = original.read(j);
  if (!column) return column.error();
  return masked.add(
      *column,
      [&](std::size_t, std::span<const Row> sources) -> Result<Column> {
        return gather(*column, sources);
      },
      progress);
}

std::uint64_t scratch_size(std::size_t rows, std::size_t columns, bool reads_single_columns,
                           const masking::Method& method) {
  const std::uint64_t table = std::uint64_t{rows} * columns * sizeof(double);
  // Records that are rotated are laid out by rows, by parts, as they were rotated and with their
  // values: two of these at a time.
  const std::uint64_t times = method.name == "sjppds" ? 1 : 2;
  return table * (times + (reads_single_columns ? 0 : 1));
}

Result<MaskedTable> mask(const Original& original, const masking::Method& method,
                         const masking::MaskOptions& options, const Room& room,
                         const masking::Context& context) {
  const std::size_t rows = original.row_count();
  const std::uint64_t needed = memory_by_columns(rows, sorts_rows(method, options.values));
  if (needed > room.memory + room.memory / 5) return too_little_memory(needed);
  auto derivations = derivations_of(options.structure.derive, original, room.memory);
  if (!derivations) return derivations.error();
  if (auto problem = problem_with_columns(original, *derivations)) return *std::move(problem);
  const random::Key key =
      masking::release_key(context.key, method, options, rows, original.stated());
  const masking::Context own{key, context.progress};
  return stoppable(context.progress, [&]() -> Result<MaskedTable> {
    return method.name == "sjppds" ? shuffled(original, options, *std::move(derivations), room, own)
                                   : rotate(original, options, *std::move(derivations), room, own);
  });
}

}  // namespace overhand::external
