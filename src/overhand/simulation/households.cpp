#include <algorithm>
#include <array>
#include <cmath>

#include "overhand/simulation/draws_internal.h"
#include "overhand/simulation/people.h"
#include "overhand/simulation/records_internal.h"

namespace overhand::simulation {
namespace {

template <std::size_t Count>
using Levels = std::array<std::string_view, Count>;

constexpr Levels<4> regions = {"east", "north", "south", "west"};
constexpr Levels<2> areas = {"rural", "urban"};
constexpr Levels<4> roofs = {"concrete", "metal", "thatch", "tiles"};
constexpr Levels<4> waters = {"piped", "rain", "river", "well"};
constexpr Levels<5> relations = {"child", "head", "other", "parent", "spouse"};
constexpr Levels<2> sexes = {"female", "male"};
constexpr Levels<4> educations = {"none", "primary", "secondary", "tertiary"};

constexpr Code child = 0, head = 1, other = 2, parent = 3, spouse = 4;
constexpr std::int64_t earning_age = 16;
constexpr double income_gaps = 0.15;

struct Household {
  std::int64_t number = 0;
  Code region = 0, area = 0, roof = 0, water = 0;
  std::int64_t size = 0;
  double weight = 0;
};

struct Member {
  Household household;
  std::int64_t number = 0;
  Code relation = 0;
  std::int64_t age = 0;
  Code sex = 0;
  Code education = 0;
  std::int64_t income = 0;
};

template <std::size_t Count>
Code draw_level(const std::array<double, Count>& shares, random::Stream& stream) {
  return static_cast<Code>(draw_by(shares, stream));
}

std::int64_t draw_size(random::Stream& stream) {
  constexpr std::array sizes = {0.22, 0.30, 0.17, 0.15, 0.08, 0.05, 0.02, 0.01};
  return draw_level(sizes, stream) + 1;
}

// How many households one of the sample stands for: those of small strata are asked more often.
double draw_weight(const Household& household, random::Stream& stream) {
  constexpr std::array of_region = {180.0, 95.0, 240.0, 310.0};
  const double stratum =
      of_region[static_cast<std::size_t>(household.region)] * (household.area == 0 ? 0.7 : 1.2);
  return with_decimals(stratum * random::uniform_between(0.9, 1.1, stream), 2);
}

Household draw_household(std::int64_t number, std::int64_t most, random::Stream& stream) {
  Household drawn{.number = number};
  drawn.region = draw_level(std::array{0.2, 0.1, 0.3, 0.4}, stream);
  drawn.area = draw_level(std::array{0.38, 0.62}, stream);
  const bool is_rural = drawn.area == 0;
  drawn.roof = is_rural ? draw_level(std::array{0.15, 0.35, 0.2, 0.3}, stream)
                        : draw_level(std::array{0.6, 0.1, 0.01, 0.29}, stream);
  drawn.water = is_rural ? draw_level(std::array{0.4, 0.1, 0.1, 0.4}, stream)
                         : draw_level(std::array{0.92, 0.02, 0.0, 0.06}, stream);
  drawn.size = std::min(draw_size(stream), most);
  drawn.weight = draw_weight(drawn, stream);
  return drawn;
}

Code draw_relation(std::int64_t number, std::int64_t age_of_head, random::Stream& stream) {
  if (number == 1) return head;
  if (number == 2) return happens(0.8, stream) ? spouse : child;
  constexpr std::array<Code, 3> others = {child, parent, other};
  const double parents = age_of_head < 70 ? 0.1 : 0;
  return others[draw_by(std::array{0.82, parents, 0.08}, stream)];
}

// Of the others in a household by the head's: couples are of one age, give or take.
std::int64_t draw_age(Code relation, double age_of_head, random::Stream& stream) {
  const auto years = [&](double low, double high, double mean, double deviation) {
    return std::llround(normal_within(low, high, mean, deviation, stream));
  };
  if (relation == head) return years(18, 95, 48, 16);
  if (relation == spouse) return years(18, 95, age_of_head - 1, 4);
  if (relation == child) return years(0, std::max(1.0, age_of_head - 15), age_of_head - 30, 6);
  if (relation == parent) return years(age_of_head + 15, 102, age_of_head + 27, 5);
  return years(0, 95, 40, 20);
}

Code draw_sex(Code relation, Code sex_of_head, random::Stream& stream) {
  if (relation == spouse && happens(0.97, stream)) return 1 - sex_of_head;
  return draw_level(std::array{0.51, 0.49}, stream);
}

// What one can have reached at that age.
Code draw_education(const Member& member, random::Stream& stream) {
  const bool is_rural = member.household.area == 0;
  const Code reached = is_rural ? draw_level(std::array{0.15, 0.4, 0.35, 0.1}, stream)
                                : draw_level(std::array{0.05, 0.2, 0.45, 0.3}, stream);
  const Code possible = member.age < 11 ? 0 : member.age < 18 ? 1 : member.age < 22 ? 2 : 3;
  return std::min(reached, possible);
}

std::int64_t draw_income(const Member& member, random::Stream& stream) {
  const double log_income = 6.6 + 0.35 * member.education + (member.household.area == 0 ? 0 : 0.2) +
                            0.5 * random::normal(stream);
  const bool is_told = !happens(income_gaps, stream);
  return is_told && member.age >= earning_age ? std::llround(std::exp(log_income))
                                              : missing_integer;
}

void draw_members(const Household& household, std::vector<Member>& members,
                  random::Stream& stream) {
  const std::size_t first = members.size();
  for (std::int64_t number = 1; number <= household.size; ++number) {
    Member member{.household = household, .number = number};
    const Member& its_head = number == 1 ? member : members[first];
    member.relation = draw_relation(number, its_head.age, stream);
    member.age = draw_age(member.relation, static_cast<double>(its_head.age), stream);
    member.sex = draw_sex(member.relation, its_head.sex, stream);
    member.education = draw_education(member, stream);
    member.income = draw_income(member, stream);
    members.push_back(member);
  }
}

std::vector<Member> draw_members(std::size_t rows, const random::Key& key) {
  constexpr std::int64_t first_number = 10'001;
  random::Stream stream(key, {random::Purpose::simulation});
  std::vector<Member> members;
  members.reserve(rows);
  for (std::int64_t number = first_number; members.size() < rows; ++number) {
    const auto left = static_cast<std::int64_t>(rows - members.size());
    draw_members(draw_household(number, left, stream), members, stream);
  }
  return members;
}

}  // namespace

Table households(std::size_t rows, const random::Key& key) {
  const std::vector<Member> drawn = draw_members(rows, key);
  const Records<Member> members(drawn);
  const auto of_household = [](auto part) {
    return [part](const Member& member) { return member.household.*part; };
  };
  return Table({
      members.integers("household", type::Integer{}, of_household(&Household::number)),
      members.integers("member", type::Integer{}, &Member::number),
      members.category("region", regions, of_household(&Household::region)),
      members.category("area", areas, of_household(&Household::area)),
      members.category("roof", roofs, of_household(&Household::roof)),
      members.category("water", waters, of_household(&Household::water)),
      members.integers("size", type::Integer{}, of_household(&Household::size)),
      members.category("relation", relations, &Member::relation),
      members.integers("age", type::Integer{}, &Member::age),
      members.category("sex", sexes, &Member::sex),
      members.category("education", educations, &Member::education, true),
      members.integers("income", type::Integer{}, &Member::income),
      members.reals("weight", of_household(&Household::weight)),
  });
}

}  // namespace overhand::simulation
