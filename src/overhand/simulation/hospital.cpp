#include <algorithm>
#include <chrono>
#include <cmath>

#include "overhand/simulation/diagnoses_internal.h"
#include "overhand/simulation/draws_internal.h"
#include "overhand/simulation/patients_internal.h"
#include "overhand/simulation/people.h"
#include "overhand/simulation/records_internal.h"
#include "overhand/table/cell_text.h"

namespace overhand::simulation {
namespace {

constexpr double another_visit = 0.3;
constexpr double same_diagnosis = 0.6;
constexpr double creatinine_gaps = 0.05, glucose_gaps = 0.08;
constexpr double smoker_gaps = 0.12, satisfaction_gaps = 0.4;

constexpr std::array<std::string_view, 5> satisfactions = {"very poor", "poor", "fair", "good",
                                                           "very good"};

struct Visit {
  std::size_t patient = 0;
  std::int64_t number = 0;
  std::int64_t admission = 0;  // seconds since 1970-01-01
  std::size_t diagnosis = 0;
  std::int64_t days = 0;
  double ward = 0, drugs = 0, surgery = 0, cost = 0;
  double haemoglobin = 0, creatinine = 0, crp = 0, glucose = 0;
  std::int64_t smoker = 0;
  Code satisfaction = 0;
};

// What one visit's values depend on together.
struct Condition {
  const Patient& patient;
  const Diagnosis& diagnosis;
  double age;
  double severity;  // standard normal
};

double gap_or(double value, double gaps, random::Stream& stream) {
  return happens(gaps, stream) ? missing_real : value;
}

std::int64_t draw_days(const Condition& of, random::Stream& stream) {
  const double factor = std::exp(0.3 * of.severity + 0.4 * random::normal(stream));
  return std::llround(of.diagnosis.days * factor);
}

double draw_surgery(const Condition& of, random::Stream& stream) {
  if (!happens(of.diagnosis.surgery, stream)) return 0;
  return std::exp(7.9 + 0.15 * of.severity + 0.5 * random::normal(stream));
}

// In whole cents, so that the three parts add up to the cost in every record.
void draw_costs(const Condition& of, Visit& visit, random::Stream& stream) {
  const double nights = static_cast<double>(visit.days) + 0.5;
  const double rate = of.patient.insurance == private_insurance ? 520 : 410;
  const auto cents = [](double amount) { return std::llround(100 * amount); };
  const auto ward = cents(nights * rate * std::exp(0.08 * random::normal(stream)));
  const auto drugs =
      cents(nights * std::exp(3.1 + 0.4 * of.severity + 0.6 * random::normal(stream)));
  const auto surgery = cents(draw_surgery(of, stream));
  visit.ward = static_cast<double>(ward) / 100;
  visit.drugs = static_cast<double>(drugs) / 100;
  visit.surgery = static_cast<double>(surgery) / 100;
  visit.cost = static_cast<double>(ward + drugs + surgery) / 100;
}

void draw_laboratory(const Condition& of, Visit& visit, random::Stream& stream) {
  const double years = of.age - 50;
  const bool is_male = of.patient.sex == male;
  const auto noise = [&](double deviation) { return deviation * random::normal(stream); };
  visit.haemoglobin = with_decimals(
      std::max(5.0, (is_male ? 14.9 : 13.4) - 0.02 * years - 0.8 * of.severity + noise(0.9)), 1);
  const double creatinine = std::exp(-0.2 + (is_male ? 0.15 : 0) + 0.006 * years +
                                     0.15 * of.severity + of.diagnosis.kidney + noise(0.15));
  visit.creatinine = gap_or(with_decimals(creatinine, 2), creatinine_gaps, stream);
  const double crp = of.diagnosis.crp * std::exp(0.6 * of.severity + noise(0.5));
  visit.crp = gap_or(with_decimals(crp, 1), of.diagnosis.crp_gaps, stream);
  const double glucose =
      std::max(45.0, 96 + 0.3 * years + of.diagnosis.sugar + 7 * of.severity + noise(14));
  visit.glucose = gap_or(with_decimals(glucose, 0), glucose_gaps, stream);
}

Code draw_satisfaction(const Condition& of, const Visit& visit, random::Stream& stream) {
  const double pleased = 3.2 - 0.3 * of.severity - 0.04 * static_cast<double>(visit.days) +
                         0.9 * random::normal(stream);
  if (happens(satisfaction_gaps, stream)) return missing_code;
  return static_cast<Code>(std::clamp(std::llround(pleased), 0LL, 4LL));
}

double age_at(const Visit& visit, const Patient& patient) {
  const std::int64_t day = visit.admission / seconds_per_day;
  return static_cast<double>(day - patient.birth) / 365.25;
}

void draw_stay(Visit& visit, const Patient& patient, random::Stream& stream) {
  const Condition of{patient, diagnoses[visit.diagnosis], age_at(visit, patient),
                     random::normal(stream)};
  visit.days = draw_days(of, stream);
  draw_costs(of, visit, stream);
  draw_laboratory(of, visit, stream);
  visit.smoker = happens(smoker_gaps, stream) ? missing_integer : std::int64_t{patient.is_smoker};
  visit.satisfaction = draw_satisfaction(of, visit, stream);
}

// To the minute, mostly in the morning.
std::int64_t draw_admission(std::int64_t day, random::Stream& stream) {
  constexpr double hour = 60;
  const double minute = normal_within(0, 24 * hour - 1, 11 * hour, 4 * hour, stream);
  return day * seconds_per_day + 60 * std::llround(minute);
}

std::int64_t draw_first_day(random::Stream& stream) {
  using namespace std::chrono;
  constexpr sys_days first = 2023y / January / 1;
  return first.time_since_epoch().count() + random::uniform_below(730, stream);
}

// A waiting time of 90 days in the mean after the discharge.
std::int64_t draw_next_day(const Visit& last, random::Stream& stream) {
  const std::int64_t discharge = last.admission / seconds_per_day + last.days;
  return discharge + 1 + std::llround(-90 * std::log(random::uniform(stream)));
}

void draw_visits(std::size_t at, const Patient& patient, std::size_t most,
                 std::vector<Visit>& visits, random::Stream& stream) {
  std::int64_t day = draw_first_day(stream);
  for (std::size_t count = 0; count < most; ++count) {
    Visit visit{.patient = at};
    visit.admission = draw_admission(day, stream);
    const bool is_again = count > 0 && happens(same_diagnosis, stream);
    visit.diagnosis =
        is_again ? visits.back().diagnosis : draw_diagnosis(age_at(visit, patient), stream);
    draw_stay(visit, patient, stream);
    visits.push_back(visit);
    if (!happens(another_visit, stream)) return;
    day = draw_next_day(visits.back(), stream);
  }
}

struct Log {
  std::vector<Patient> patients;
  std::vector<Visit> visits;
};

Log draw_log(std::size_t rows, const random::Key& key) {
  random::Stream stream(key, {random::Purpose::simulation});
  Log log;
  log.visits.reserve(rows);
  while (log.visits.size() < rows) {
    const std::size_t at = log.patients.size();
    log.patients.push_back(draw_patient(at, stream));
    draw_visits(at, log.patients.back(), rows - log.visits.size(), log.visits, stream);
  }
  std::ranges::stable_sort(log.visits, {}, &Visit::admission);
  std::int64_t number = 0;
  for (Visit& visit : log.visits) visit.number = ++number;
  return log;
}

std::array<std::string_view, diagnoses.size()> diagnosis_codes() {
  std::array<std::string_view, diagnoses.size()> codes;
  std::ranges::transform(diagnoses, codes.begin(), &Diagnosis::code);
  return codes;
}

}  // namespace

Table hospital(std::size_t rows, const random::Key& key) {
  const Log log = draw_log(rows, key);
  const Records<Visit> visits(log.visits);
  const auto of_patient = [&](auto member) {
    return [&log, member](const Visit& visit) { return log.patients[visit.patient].*member; };
  };
  return Table({
      visits.integers("visit", type::Integer{}, &Visit::number),
      visits.texts("patient", of_patient(&Patient::code)),
      visits.texts("name", of_patient(&Patient::name)),
      visits.integers("birth_date", type::Date{}, of_patient(&Patient::birth)),
      visits.integers("sex", type::Integer{}, of_patient(&Patient::sex)),
      visits.category("zip", zips, of_patient(&Patient::zip)),
      visits.category("insurance", insurances, of_patient(&Patient::insurance)),
      visits.integers("admission", type::Timestamp{TimeUnit::second}, &Visit::admission),
      visits.category("diagnosis", diagnosis_codes(), &Visit::diagnosis),
      visits.integers("length_of_stay", type::Integer{}, &Visit::days),
      visits.reals("cost_ward", &Visit::ward),
      visits.reals("cost_drugs", &Visit::drugs),
      visits.reals("cost_surgery", &Visit::surgery),
      visits.reals("cost", &Visit::cost),
      visits.reals("haemoglobin", &Visit::haemoglobin),
      visits.reals("creatinine", &Visit::creatinine),
      visits.reals("crp", &Visit::crp),
      visits.reals("glucose", &Visit::glucose),
      visits.integers("smoker", type::Boolean{}, &Visit::smoker),
      visits.category("satisfaction", satisfactions, &Visit::satisfaction, true),
  });
}

}  // namespace overhand::simulation
