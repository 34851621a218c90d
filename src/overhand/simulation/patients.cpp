#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <span>

#include "overhand/simulation/draws_internal.h"
#include "overhand/simulation/patients_internal.h"

namespace overhand::simulation {
namespace {

using std::string_view;

constexpr std::array<string_view, 32> women = {
    "Ada",    "Agnes", "Alma",   "Béatrice", "Carla",  "Clara", "Dora",  "Edith",
    "Elif",   "Emma",  "Frida",  "Greta",    "Hannah", "Ida",   "Irene", "Jana",
    "Josefa", "Karin", "Leonie", "Lucía",    "Mara",   "Nadia", "Olga",  "Paula",
    "Ruth",   "Selma", "Sofie",  "Thea",     "Ursula", "Vera",  "Wanda", "Zoë"};
constexpr std::array<string_view, 32> men = {
    "Adam",   "Anton", "Arno",   "Bruno", "Carl",  "Cem",    "David",  "Emil",
    "Erik",   "Felix", "Franz",  "Georg", "Hugo",  "Ivan",   "Jakob",  "Jörg",
    "Julian", "Karim", "Konrad", "Leo",   "Lukas", "Martin", "Nico",   "Oskar",
    "Paul",   "Pedro", "René",   "Samir", "Simon", "Theo",   "Viktor", "Yusuf"};
constexpr std::array<string_view, 48> families = {
    "Albers", "Arslan",   "Bauer",    "Becker", "Berg",    "Brandt",  "Castro",  "Conrad",
    "Demir",  "Dietz",    "Ebert",    "Engel",  "Falk",    "Fischer", "Franke",  "Gärtner",
    "Graf",   "Haas",     "Hartmann", "Horn",   "Ivanova", "Jansen",  "Kaiser",  "Keller",
    "Klein",  "Kowalski", "Krüger",   "Lang",   "Lindner", "Lorenz",  "Maurer",  "Meyer",
    "Moreau", "Neumann",  "Novak",    "Otto",   "Peters",  "Pohl",    "Richter", "Rossi",
    "Sahin",  "Schäfer",  "Schulz",   "Sommer", "Vogt",    "Weiß",    "Winter",  "Zimmer"};

string_view one_of(std::span<const string_view> names, random::Stream& stream) {
  return names[random::uniform_below(static_cast<std::uint32_t>(names.size()), stream)];
}

// A power of 3 has no factor in common with 10^9: numbers that differ give codes that do.
std::string code_of(std::uint64_t number) {
  constexpr std::uint64_t codes = 1'000'000'000;
  return fmt::format("H{:09}", (number * 387'420'489 + 271'828'183) % codes);
}

std::int64_t draw_birth(random::Stream& stream) {
  using namespace std::chrono;
  constexpr double days_per_year = 365.25;
  constexpr sys_days oldest_visit = 2023y / January / 1;
  const double age = normal_within(2, 99, 57, 20, stream);
  return oldest_visit.time_since_epoch().count() - std::llround(age * days_per_year);
}

// Most live near by: the weights fall as 1/(3 + place).
Code draw_zip(random::Stream& stream) {
  std::array<double, zips.size()> weights = {};
  for (std::size_t place = 0; place < weights.size(); ++place) {
    weights[place] = 1.0 / (3.0 + static_cast<double>(place));
  }
  return static_cast<Code>(draw_by(weights, stream));
}

Code draw_insurance(random::Stream& stream) {
  constexpr std::array<double, insurances.size()> shares = {0.03, 0.12, 0.85};
  return static_cast<Code>(draw_by(shares, stream));
}

}  // namespace

Patient draw_patient(std::uint64_t number, random::Stream& stream) {
  Patient patient;
  patient.code = code_of(number);
  patient.sex = happens(0.48, stream) ? male : female;
  const auto& first = patient.sex == male ? men : women;
  const string_view given = one_of(first, stream);
  patient.name = fmt::format("{} {}", given, one_of(families, stream));
  patient.birth = draw_birth(stream);
  patient.zip = draw_zip(stream);
  patient.insurance = draw_insurance(stream);
  patient.is_smoker = happens(0.27, stream);
  return patient;
}

}  // namespace overhand::simulation
