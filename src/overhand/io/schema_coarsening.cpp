#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "overhand/io/schema_coarsening_internal.h"
#include "overhand/io/schema_words_internal.h"
#include "overhand/table/column_words.h"
#include "overhand/table/type.h"

namespace overhand::io {
namespace {

using Problem = TomlKeys::Problem;
using Names = std::vector<std::string>;

// Each of these says by itself what a value becomes.
const Names step_keys = {"bands", "cuts", "prefix", "to", "hierarchy"};

// Reads the keys of one column.
class CoarseningReader {
 public:
  CoarseningReader(const TomlKeys& keys, const toml::table& table, const std::string& column)
      : keys_(keys), table_(table), column_(column) {}

  Problem read(Coarsening& coarsening) const {
    if (auto problem = several_steps()) return problem;
    if (auto problem = read_step(coarsening.step)) return problem;
    if (auto problem = read_ends(coarsening)) return problem;
    return keys_.read_whole(table_, "merge_below", column_, 2, coarsening.merge_below);
  }

 private:
  Problem several_steps() const {
    Names said;
    std::ranges::copy_if(step_keys, std::back_inserter(said),
                         [&](const std::string& key) { return table_.contains(key); });
    if (said.size() < 2) return std::nullopt;
    return keys_.error_at(*table_.get(said[1]),
                          fmt::format("{} has both '{}' and '{}'; take one of them.",
                                      at_start(column_), said[0], said[1]));
  }

  Problem read_step(Coarsening::Step& step) const {
    if (table_.contains("bands")) return read_bands(step);
    if (table_.contains("cuts")) return read_cuts(step);
    if (table_.contains("prefix")) return read_prefix(step);
    if (table_.contains("to")) return read_calendar(step);
    if (table_.contains("hierarchy")) return read_hierarchy(step);
    if (!table_.contains("level")) return std::nullopt;
    return keys_.error_at(*table_.get("level"),
                          fmt::format("'level'{} is one of a hierarchy; name its file too, as "
                                      "hierarchy = \"file.csv\".",
                                      of_column(column_)));
  }

  Problem read_bands(Coarsening::Step& step) const {
    std::optional<double> width;
    if (auto problem = keys_.read(table_, "bands", column_, width)) return problem;
    if (*width <= 0) return wrong("bands", "must be more than 0: it is the width of a band");
    step = coarse::Bands{*width};
    return std::nullopt;
  }

  Problem read_cuts(Coarsening::Step& step) const {
    coarse::Cuts cuts;
    if (auto problem = keys_.read(table_, "cuts", column_, cuts.at)) return problem;
    if (cuts.at.empty()) return wrong("cuts", "names no number: a band begins at each");
    if (std::ranges::adjacent_find(cuts.at, std::greater_equal()) != cuts.at.end()) {
      return wrong("cuts", "must go from the lowest to the highest, each once");
    }
    step = std::move(cuts);
    return std::nullopt;
  }

  Problem read_prefix(Coarsening::Step& step) const {
    std::optional<std::size_t> letters;
    if (auto problem = keys_.read_whole(table_, "prefix", column_, 1, letters)) return problem;
    step = coarse::Prefix{*letters};
    return std::nullopt;
  }

  Problem read_calendar(Coarsening::Step& step) const {
    std::string name;
    if (auto problem = keys_.read(table_, "to", column_, name)) return problem;
    const auto period = period_named(name);
    if (!period) return wrong("to", "must be \"month\", \"quarter\" or \"year\"");
    step = coarse::Calendar{*period};
    return std::nullopt;
  }

  Problem read_hierarchy(Coarsening::Step& step) const {
    coarse::Hierarchy hierarchy;
    if (auto problem = keys_.read(table_, "hierarchy", column_, hierarchy.file)) return problem;
    std::optional<std::size_t> level;
    if (auto problem = keys_.read_whole(table_, "level", column_, 1, level)) return problem;
    hierarchy.level = level.value_or(1);
    step = std::move(hierarchy);
    return std::nullopt;
  }

  Problem read_ends(Coarsening& coarsening) const {
    if (auto problem = keys_.read(table_, "bottom", column_, coarsening.bottom)) return problem;
    if (auto problem = keys_.read(table_, "top", column_, coarsening.top)) return problem;
    if (!coarsening.bottom && !coarsening.top) return std::nullopt;
    const char* key = coarsening.top ? "top" : "bottom";
    const bool takes_ends = std::holds_alternative<std::monostate>(coarsening.step) ||
                            std::holds_alternative<coarse::Bands>(coarsening.step);
    if (!takes_ends) return wrong(key, "goes with bands or stands alone; leave it out");
    if (coarsening.bottom && coarsening.top && *coarsening.bottom >= *coarsening.top) {
      return wrong("top", "must be above bottom");
    }
    return std::nullopt;
  }

  Problem wrong(const char* key, const char* what) const {
    return keys_.error_at(*table_.get(key),
                          fmt::format("'{}'{} {}.", key, of_column(column_), what));
  }

  const TomlKeys& keys_;
  const toml::table& table_;
  const std::string& column_;
};

}  // namespace

const Names& coarsening_keys() {
  static const Names all = {"bands", "cuts", "prefix", "to",         "hierarchy",
                            "level", "top",  "bottom", "merge_below"};
  return all;
}

Problem read_coarsening(const TomlKeys& keys, const toml::table& table, const std::string& column,
                        Coarsening& coarsening) {
  return CoarseningReader(keys, table, column).read(coarsening);
}

std::string coarsening_text(const Coarsening& coarsening) {
  std::string text = std::visit(
      Matching{
          [](const std::monostate&) { return std::string(); },
          [](const coarse::Bands& bands) { return fmt::format("bands = {}\n", bands.width); },
          [](const coarse::Cuts& cuts) {
            return fmt::format("cuts = [{}]\n", fmt::join(cuts.at, ", "));
          },
          [](const coarse::Prefix& prefix) { return fmt::format("prefix = {}\n", prefix.letters); },
          [](const coarse::Calendar& calendar) {
            return fmt::format("to = \"{}\"\n", name_of(calendar.to));
          },
          [](const coarse::Hierarchy& hierarchy) {
            return fmt::format("hierarchy = {}\nlevel = {}\n", quoted(hierarchy.file),
                               hierarchy.level);
          }},
      coarsening.step);
  if (coarsening.bottom) text += fmt::format("bottom = {}\n", *coarsening.bottom);
  if (coarsening.top) text += fmt::format("top = {}\n", *coarsening.top);
  if (coarsening.merge_below) text += fmt::format("merge_below = {}\n", *coarsening.merge_below);
  return text;
}

}  // namespace overhand::io
