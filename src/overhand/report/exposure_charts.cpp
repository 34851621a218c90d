#include <fmt/format.h>

#include <algorithm>

#include "overhand/report/exposure_charts_internal.h"
#include "overhand/report/exposure_words.h"
#include "overhand/report/risk_words.h"

namespace overhand::report {
namespace {

std::string learnt_words(const attacks::ExposedPerson& person,
                         const std::vector<std::string>& columns) {
  std::string words;
  for (const auto& finding : findings_of(person.exposure, person.anyway)) {
    words += fmt::format("{}{}: {}", words.empty() ? "" : "; ", name_of(finding.attack),
                         words_for(finding, columns));
  }
  return words.empty() ? "nothing clearly: little more is right than without the own record"
                       : words + ".";
}

std::string share_words(std::size_t part, std::size_t whole) {
  return whole == 0 ? "" : fmt::format("{} of {}", part, whole);
}

// Numbers that go out as they are and that nobody else has.
std::size_t own_values(const attacks::ExposedPerson& person) {
  std::size_t count = 0;
  for (std::size_t j = 0; j < person.exposure.columns.size(); ++j) {
    const bool is_others = j < person.anyway.looked_up.size() && person.anyway.looked_up[j] > 0;
    count += person.exposure.columns[j].holders > 0 && !is_others ? 1 : 0;
  }
  return count;
}

std::string guessed_words(const attacks::Exposure& exposure) {
  std::size_t right = 0;
  std::size_t tried = 0;
  for (const auto& column : exposure.columns) {
    right += std::ranges::max(column.right);
    tried += column.tried;
  }
  return share_words(right, tried);
}

}  // namespace

Json exposure_section(const attacks::XRay& ray, const std::optional<Lineage>& rows) {
  Chart chart{"exposed-records",
              "The most exposed records",
              fmt::format("The {} of {} attacked records about which most is right that the true "
                          "records of all others do not tell, the first record of the file being "
                          "row 1. This list is in the internal report alone.",
                          ray.people.size(), grouped(ray.attacked)),
              "Table of the most exposed rows, what was learnt of each and by which attack.",
              nullptr,
              {}};
  chart.table.columns = {"row",
                         "what was learnt, by which attack",
                         "guesses that are right",
                         "linked",
                         "own exact values",
                         "singled out"};
  for (const attacks::ExposedPerson& person : ray.people) {
    const attacks::Exposure& exposure = person.exposure;
    const Row row = rows ? (*rows)[exposure.person] : exposure.person;
    chart.table.rows.push_back(
        Json::array({row + 1, learnt_words(person, ray.columns), guessed_words(exposure),
                     share_words(exposure.linked.size(), exposure.halves), own_values(person),
                     share_words(exposure.singled_out.size(), exposure.combinations)}));
  }
  return section_json("exposed", "Who is most exposed",
                      "What the attacks learnt from this very table about single records, and what "
                      "the others' true records tell about them anyway.",
                      {chart});
}

}  // namespace overhand::report
