#include <fmt/format.h>

#include <algorithm>

#include "overhand/masking/blocks_internal.h"
#include "overhand/random/shuffle.h"
#include "overhand/table/stack.h"

namespace overhand::masking {
namespace {

template <class Value>
bool are_equal(Value a, Value b) {
  return a == b || (is_missing(a) && is_missing(b));
}

// Whether all members of every unit have the same value.
template <class Value>
bool is_shared(const Cells<Value>& values, const Block& block) {
  for (std::size_t i = 0; i < block.rows.size(); ++i) {
    const Row first = block.rows[i - i % block.size];
    if (!are_equal(values[block.rows[i]], values[first])) return false;
  }
  return true;
}
bool is_shared(const Texts& texts, const Block& block) { return is_shared(texts.codes(), block); }

bool is_shared(const Column& column, const std::vector<Block>& blocks) {
  return std::ranges::all_of(blocks, [&](const Block& block) {
    return std::visit([&](const auto& values) { return is_shared(values, block); }, column.values);
  });
}

std::vector<Row> members(const Block& block, std::size_t number) {
  std::vector<Row> rows;
  for (std::size_t i = number; i < block.rows.size(); i += block.size)
    rows.push_back(block.rows[i]);
  return rows;
}

// One wide record for each unit. A method never sees two columns of one name.
Table folded(const Table& table, const Block& block, const std::vector<bool>& shared) {
  if (block.size == 1) return gather(table, block.rows);
  std::vector<Column> columns;
  for (std::size_t j = 0; j < table.column_count(); ++j) {
    const std::size_t copies = shared[j] ? 1 : block.size;
    for (std::size_t member = 0; member < copies; ++member) {
      columns.push_back(gather(table.columns()[j], members(block, member)));
      if (copies > 1) columns.back().name = member_name(columns.back().name, member);
    }
  }
  return Table(std::move(columns));
}

// The columns of `wide` that hold one column of the table, from `first` on, as one again.
Column unfolded_column(const Table& wide, std::size_t first, std::size_t copies, std::size_t size) {
  const std::span<const Column> parts = std::span(wide.columns()).subspan(first, copies);
  const std::size_t units = wide.row_count();
  std::vector<Row> places(units * size);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t member = copies == 1 ? 0 : i % size;
    places[i] = static_cast<Row>(member * units + i / size);
  }
  return gather(stacked(parts), places);
}

Table unfolded(const Table& wide, const Table& like, const Block& block,
               const std::vector<bool>& shared) {
  if (block.size == 1) return wide;
  std::vector<Column> columns;
  std::size_t first = 0;
  for (std::size_t j = 0; j < like.column_count(); ++j) {
    const std::size_t copies = shared[j] ? 1 : block.size;
    columns.push_back(unfolded_column(wide, first, copies, block.size));
    columns.back().name = like.columns()[j].name;
    first += copies;
  }
  return Table(std::move(columns));
}

// The sources of the members, of the sources of their units.
Lineage member_sources(const Lineage& units, const Block& block) {
  Lineage sources;
  sources.reserve(block.rows.size());
  for (const Row unit : units) {
    for (std::size_t member = 0; member < block.size; ++member) {
      sources.push_back(block.rows[unit * block.size + member]);
    }
  }
  return sources;
}

// Where each unit begins among the stacked blocks, and how long it is.
struct Stretch {
  Row begin;
  Row size;
};

std::vector<Stretch> stretches(const std::vector<Block>& blocks) {
  std::vector<Stretch> all;
  Row begin = 0;
  for (const Block& block : blocks) {
    for (std::size_t unit = 0; unit < block.units(); ++unit) {
      all.push_back({begin, static_cast<Row>(block.size)});
      begin += static_cast<Row>(block.size);
    }
  }
  return all;
}

// The order in which the stacked records come out, and the numbers of their units.
struct Order {
  std::vector<Row> rows;
  Integers units;
};

Order in_random_order(const std::vector<Block>& blocks, const random::Key& key) {
  const auto units = stretches(blocks);
  Order order;
  const auto permutation = random::permutation(key, {random::Purpose::row_order}, units.size());
  for (std::size_t number = 0; number < permutation.size(); ++number) {
    const Stretch& unit = units[permutation[number]];
    for (Row member = 0; member < unit.size; ++member) {
      order.rows.push_back(unit.begin + member);
      order.units.push_back(static_cast<std::int64_t>(number) + 1);
    }
  }
  return order;
}

// Records stand where their sources stood; units are numbered as they appear.
Order in_order_of_sources(const std::vector<Block>& blocks, const Lineage& sources) {
  Order order{same_rows(sources.size()), Integers(sources.size())};
  std::ranges::sort(order.rows, {}, [&](Row row) { return sources[row]; });
  std::vector<std::size_t> unit_at(sources.size());
  const auto units = stretches(blocks);
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    for (Row member = 0; member < units[unit].size; ++member) {
      unit_at[units[unit].begin + member] = unit;
    }
  }
  std::vector<std::int64_t> numbers(units.size(), 0);
  std::int64_t next = 1;
  for (std::size_t i = 0; i < order.rows.size(); ++i) {
    std::int64_t& number = numbers[unit_at[order.rows[i]]];
    if (number == 0) number = next++;
    order.units[i] = number;
  }
  return order;
}

Lineage at(const Lineage& rows, const std::vector<Row>& places) {
  Lineage taken(places.size());
  std::ranges::transform(places, taken.begin(), [&](Row place) { return rows[place]; });
  return taken;
}

// The units of the records of a block, where the method is told of units.
std::vector<std::uint32_t> units_in(const Block& block, const Context& context) {
  std::vector<std::uint32_t> units;
  if (context.units.empty()) return units;
  for (const Row row : block.rows) units.push_back(context.units[row]);
  return units;
}

// Whether there is but one stratum, which needs no word.
bool is_all(const Block& block, const Table& table) {
  return block.size == 1 && block.rows.size() == table.row_count();
}

void add(const MovedUnits& of_block, std::optional<MovedUnits>& all) {
  if (!all) all.emplace();
  all->add(of_block);
}

Error in_block(const Error& error, const Block& block) {
  Error told = error;
  told.message =
      block.size == 1
          ? fmt::format("In the stratum of record {}: {}", block.rows.front() + 1, error.message)
          : fmt::format(
                "Among the units of {} records, each a record of its own with "
                "the columns of all members: {}",
                block.size, error.message);
  return told;
}

}  // namespace

Result<Assembled> mask_blocks(const Method& method, const Table& table,
                              const std::vector<Block>& blocks, const OptionValues& values,
                              const Context& context) {
  std::vector<bool> shared;
  for (const Column& column : table.columns()) shared.push_back(is_shared(column, blocks));
  std::vector<Table> tables;
  Lineage sources;
  Lineage alike;
  bool has_sources = true;
  std::optional<MovedUnits> moved;
  for (std::size_t number = 0; number < blocks.size(); ++number) {
    const Block& block = blocks[number];
    const random::Key key =
        random::derived_key(context.key, fmt::format("overhand block 1 {}", number));
    const auto units = units_in(block, context);
    auto masked = method.mask(folded(table, block, shared), values,
                              Context{key, context.progress, units, context.keys});
    if (!masked) return is_all(block, table) ? masked.error() : in_block(masked.error(), block);
    if (masked->moved) add(*masked->moved, moved);
    tables.push_back(unfolded(masked->table, table, block, shared));
    alike.insert(alike.end(), tables.back().row_count(), block.rows.front());
    has_sources = has_sources && masked->lineage.has_value();
    if (!masked->lineage) continue;
    const Lineage own = member_sources(*masked->lineage, block);
    sources.insert(sources.end(), own.begin(), own.end());
  }
  const Order order = method.keeps_rows && has_sources ? in_order_of_sources(blocks, sources)
                                                       : in_random_order(blocks, context.key);
  Assembled assembled{{gather(stacked(tables), order.rows), std::nullopt, {}, moved},
                      at(alike, order.rows),
                      order.units};
  if (has_sources) assembled.masked.lineage = at(sources, order.rows);
  return assembled;
}

}  // namespace overhand::masking
