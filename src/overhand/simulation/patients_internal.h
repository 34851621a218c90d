// The patients of the simulated hospital: what stays the same from visit to visit.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "overhand/random/stream.h"
#include "overhand/table/texts.h"

namespace overhand::simulation {

constexpr std::array<std::string_view, 24> zips = {
    "01067", "01099", "01127", "01169", "01219", "01307", "02625", "02763",
    "03046", "03222", "04103", "04229", "04315", "06108", "07545", "08056",
    "08523", "09111", "09599", "10115", "10439", "12043", "14482", "15230"};
constexpr std::array<std::string_view, 3> insurances = {"none", "private", "statutory"};

constexpr Code no_insurance = 0, private_insurance = 1, statutory_insurance = 2;
constexpr std::int64_t male = 1, female = 2;

struct Patient {
  std::string code;
  std::string name;
  std::int64_t birth = 0;  // days since 1970-01-01
  std::int64_t sex = 0;
  Code zip = 0;
  Code insurance = 0;
  bool is_smoker = false;
};

// The patient with this number; no two have the same code.
Patient draw_patient(std::uint64_t number, random::Stream& stream);

}  // namespace overhand::simulation
