#include "coarsening_json.h"

#include "error_words.h"

namespace overhand::web {
namespace {

bool is_whole(const Json& json, std::int64_t least) {
  return json.is_number_integer() && json.get<std::int64_t>() >= least;
}

}  // namespace

Json coarsening_json(const Coarsening& coarsening) {
  if (const auto* bands = std::get_if<coarse::Bands>(&coarsening.step)) {
    return {{"bands", bands->width}};
  }
  if (const auto* prefix = std::get_if<coarse::Prefix>(&coarsening.step)) {
    return {{"prefix", prefix->letters}};
  }
  if (const auto* calendar = std::get_if<coarse::Calendar>(&coarsening.step)) {
    return {{"to", name_of(calendar->to)}};
  }
  return {{"merge_below", coarsening.merge_below.value_or(0)}};
}

Result<Coarsening> coarsening_of(const Json& json) {
  if (!json.is_object() || json.size() != 1) return malformed("coarsen");
  const std::string what = json.begin().key();
  const Json& value = json.front();
  if (what == "bands" && value.is_number() && value > 0) {
    return Coarsening{.step = coarse::Bands{value.get<double>()}};
  }
  if (what == "prefix" && is_whole(value, 1)) {
    return Coarsening{.step = coarse::Prefix{value.get<std::size_t>()}};
  }
  const auto period =
      value.is_string() ? period_named(value.get<std::string>()) : std::optional<Period>();
  if (what == "to" && period) return Coarsening{.step = coarse::Calendar{*period}};
  if (what == "merge_below" && is_whole(value, 2)) {
    return Coarsening{.merge_below = value.get<std::size_t>()};
  }
  return malformed("coarsen");
}

}  // namespace overhand::web
