#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "overhand/core/stopping.h"
#include "overhand/keys/suppression.h"
#include "overhand/masking/column_names_internal.h"
#include "overhand/masking/swap_internal.h"
#include "overhand/masking/swap_partners_internal.h"
#include "overhand/random/shuffle.h"
#include "overhand/table/column_words.h"
#include "overhand/table/groups.h"

namespace overhand::masking {
namespace {

using Places = std::vector<std::size_t>;  // of columns

constexpr std::uint32_t never_at_risk = ~std::uint32_t{0};

// What is said of the columns, and the records of each unit.
struct Setting {
  const Table& table;
  Places geography;
  Places similar;
  Places keys;
  Groups units;
};

// A stratum has some of the units: they are numbered anew, so that none is empty.
Groups swapped_units(const Table& table, const Context& context) {
  if (context.units.empty()) return groups_of(same_rows(table.row_count()));
  Numbering<std::uint32_t> numbering;
  Classes units;
  for (const std::uint32_t unit : context.units) units.push_back(numbering.number_of(unit));
  return groups_of(units);
}

// The keys but the geography, which is one anyway.
Result<Places> swap_keys(const Setting& setting, const Context& context) {
  if (context.keys.empty()) return setting.similar;
  Places keys;
  for (const std::string& name : context.keys) {
    const auto place = find_column(setting.table, name);
    if (!place) {
      return Error{ErrorKind::invalid_option,
                   fmt::format("Among the keys: {}", place.error().message)};
    }
    if (std::ranges::find(setting.geography, *place) == setting.geography.end()) {
      keys.push_back(*place);
    }
  }
  return keys;
}

Status check_geography(const Setting& setting) {
  for (const std::size_t j : setting.geography) {
    const Column& column = setting.table.columns()[j];
    if (column.role != Role::mask) {
      return Error{ErrorKind::invalid_option,
                   fmt::format("{} is to be kept, and swap exchanges the geography: it is to be "
                               "masked.",
                               at_start(column.name)),
                   {.column = column.name}};
    }
    if (std::ranges::find(setting.similar, j) != setting.similar.end()) {
      return Error{ErrorKind::invalid_option,
                   fmt::format("{} stands in geography and in similar; units that change places "
                               "cannot agree in it.",
                               at_start(column.name)),
                   {.column = column.name}};
    }
  }
  return Done{};
}

Result<Setting> setting_of(const Table& table, const SwapOptions& options, const Context& context) {
  auto geography = columns_named(table, options.geography, "geography");
  if (!geography) return geography.error();
  auto similar = columns_named(table, options.similar, "similar");
  if (!similar) return similar.error();
  Setting setting{
      table, *std::move(geography), *std::move(similar), {}, swapped_units(table, context)};
  if (auto checked = check_geography(setting); !checked) return checked.error();
  auto keys = swap_keys(setting, context);
  if (!keys) return keys.error();
  setting.keys = *std::move(keys);
  return setting;
}

// The value of each unit, in which all its records agree.
Result<Classes> shared_values(const Column& column, const Groups& units) {
  const Classes values = value_numbers(column);
  Classes shared(units.count());
  std::size_t torn = 0;
  for (std::size_t unit = 0; unit < units.count(); ++unit) {
    const auto rows = units.group(unit);
    shared[unit] = values[rows.front()];
    torn += std::ranges::any_of(rows, [&](Row row) { return values[row] != shared[unit]; }) ? 1 : 0;
  }
  if (torn == 0) return shared;
  return Error{ErrorKind::invalid_data,
               fmt::format("{} differs inside {} of {} units, so that they are in no one place and "
                           "cannot change it.",
                           at_start(column.name), torn, units.count()),
               {.column = column.name}};
}

// Equal numbers for units whose records have the same values, in whatever order.
Classes value_sets(const Column& column, const Groups& units) {
  const Classes values = value_numbers(column);
  Numbering<std::u32string> numbering;
  Classes sets;
  sets.reserve(units.count());
  std::u32string own;
  for (std::size_t unit = 0; unit < units.count(); ++unit) {
    own.clear();
    for (const Row row : units.group(unit)) own += static_cast<char32_t>(values[row]);
    std::ranges::sort(own);
    sets.push_back(numbering.number_of(own));
  }
  return sets;
}

// The area of each unit, at each level.
Result<std::vector<Classes>> areas_of(const Setting& setting) {
  std::vector<Classes> areas;
  for (const std::size_t j : setting.geography) {
    auto values = shared_values(setting.table.columns()[j], setting.units);
    if (!values) return values.error();
    Classes area = areas.empty() ? Classes(setting.units.count(), 0) : areas.back();
    refine(area, *values);
    areas.push_back(std::move(area));
  }
  return areas;
}

// What units that change places agree in: from their size alone to all columns of `similar` too.
std::vector<Classes> profiles_of(const Setting& setting) {
  Numbering<std::size_t> sizes;
  Classes profile;
  for (std::size_t unit = 0; unit < setting.units.count(); ++unit) {
    profile.push_back(sizes.number_of(setting.units.group(unit).size()));
  }
  std::vector<Classes> profiles = {profile};
  for (const std::size_t j : setting.similar) {
    stop_if_cancelled();
    refine(profile, value_sets(setting.table.columns()[j], setting.units));
    profiles.push_back(profile);
  }
  return profiles;
}

// The coarsest level at which each unit is at risk: there is one at every finer level then.
Result<std::vector<std::uint32_t>> levels_at_risk(const Setting& setting, int k) {
  std::vector<std::uint32_t> levels(setting.units.count(), never_at_risk);
  for (std::size_t level = setting.geography.size(); level-- > 0;) {
    stop_if_cancelled();
    Places known(setting.geography.begin(),
                 setting.geography.begin() + static_cast<std::ptrdiff_t>(level) + 1);
    known.insert(known.end(), setting.keys.begin(), setting.keys.end());
    const auto codes = keys::codes_of(setting.table, known);
    if (!codes) return codes.error();
    const auto sharing = keys::sharing(*codes);
    for (std::size_t unit = 0; unit < levels.size(); ++unit) {
      const auto rows = setting.units.group(unit);
      const bool is_at_risk =
          std::ranges::any_of(rows, [&](Row row) { return std::cmp_less(sharing[row], k); });
      if (is_at_risk) levels[unit] = static_cast<std::uint32_t>(level);
    }
  }
  return levels;
}

// Units change places in pairs, each once.
class Exchange {
 public:
  explicit Exchange(std::size_t units) : has_moved_(units, false), partner_(same_rows(units)) {}

  const std::vector<bool>& has_moved() const { return has_moved_; }
  const std::vector<Row>& partners() const { return partner_; }
  std::size_t pairs() const { return pairs_; }

  // With the first of `choices` that has a partner for the unit.
  void move(Row unit, std::deque<Partners>& choices, random::Stream& stream) {
    if (has_moved_[unit]) return;
    for (const Partners& choice : choices) {
      const auto found = choice.draw(unit, stream);
      if (!found) continue;
      partner_[unit] = *found;
      partner_[*found] = unit;
      ++pairs_;
      for (const Row moved : {unit, *found}) {
        has_moved_[moved] = true;
        for (Partners& each : choices) each.remove(moved);
      }
      return;
    }
  }

 private:
  std::vector<bool> has_moved_;
  std::vector<Row> partner_;  // of each unit; itself where it has none
  std::size_t pairs_ = 0;
};

// The likest first; below the coarsest level those of the same coarser area before all others.
std::deque<Partners> choices_at(std::size_t level, const std::vector<Classes>& areas,
                                const std::vector<Classes>& profiles, const Exchange& exchange) {
  std::deque<Partners> choices;
  for (const bool is_near : {true, false}) {
    if (is_near && level == 0) continue;
    for (std::size_t j = profiles.size(); j-- > 0;) {
      stop_if_cancelled();
      Classes profile = profiles[j];
      if (is_near) refine(profile, areas[level - 1]);
      choices.emplace_back(std::move(profile), areas[level], exchange.has_moved());
    }
  }
  return choices;
}

// Who changes places with whom.
Exchange exchanged(const std::vector<Classes>& areas, const std::vector<Classes>& profiles,
                   const std::vector<std::uint32_t>& risk, double percent, const random::Key& key) {
  const std::size_t units = risk.size();
  const auto wanted =
      static_cast<std::size_t>(std::llround(static_cast<double>(units) * percent / 200));  // pairs
  Exchange exchange(units);
  for (std::size_t level = 0; level < areas.size(); ++level) {
    const auto number = static_cast<std::uint32_t>(level);
    const auto order = random::permutation(key, {random::Purpose::swap_order, number}, units);
    random::Stream stream(key, {random::Purpose::swap_partner, number});
    auto choices = choices_at(level, areas, profiles, exchange);
    for (const Row unit : order) {
      if (risk[unit] <= number) exchange.move(unit, choices, stream);
    }
    stop_if_cancelled();
    if (level + 1 < areas.size()) continue;
    for (const Row unit : order) {
      if (exchange.pairs() >= wanted) break;
      exchange.move(unit, choices, stream);
    }
  }
  return exchange;
}

// For each record the one whose geography it gets.
std::vector<Row> places_after(const Groups& units, const std::vector<Row>& partners) {
  std::vector<Row> places(units.rows.size());
  for (Row unit = 0; unit < partners.size(); ++unit) {
    const Row first = units.group(partners[unit]).front();
    for (const Row row : units.group(unit)) places[row] = partners[unit] == unit ? row : first;
  }
  return places;
}

MovedUnits counted(const Exchange& exchange, const std::vector<Classes>& areas,
                   const std::vector<std::uint32_t>& risk) {
  MovedUnits counts{.units = risk.size(), .moved = 2 * exchange.pairs()};
  for (Row unit = 0; unit < risk.size(); ++unit) {
    if (risk[unit] == never_at_risk) continue;
    const Classes& area = areas[risk[unit]];
    ++counts.risky;
    if (area[unit] == area[exchange.partners()[unit]]) ++counts.stuck;
  }
  return counts;
}

}  // namespace

Result<Masked> swap(const Table& original, const SwapOptions& options, const Context& context) {
  const auto setting = setting_of(original, options, context);
  if (!setting) return setting.error();
  const auto areas = areas_of(*setting);
  if (!areas) return areas.error();
  const auto risk = levels_at_risk(*setting, options.k);
  if (!risk) return risk.error();
  const Exchange exchange =
      exchanged(*areas, profiles_of(*setting), *risk, options.percent, context.key);
  const auto places = places_after(setting->units, exchange.partners());
  Table masked = original;
  for (const std::size_t j : setting->geography) {
    masked.columns()[j] = gather(original.columns()[j], places);
  }
  return Masked{
      std::move(masked), same_rows(original.row_count()), {}, counted(exchange, *areas, *risk)};
}

Method swap_method() {
  return make_method<SwapOptions>(
      {.name = "swap",
       .summary = "Exchange the geography of records or households at risk with similar ones "
                  "elsewhere",
       .reference = "Shlomo, Tudor and Groom (2010), PSD, LNCS 6344",
       .keeps = "every column but the geography, record by record; how many records and units of "
                "each size each area has",
       .keeps_rows = true,
       .takes = takes_everything,
       .sees_structure = true},
      swap);
}

}  // namespace overhand::masking
