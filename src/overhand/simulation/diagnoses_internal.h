// What brings people to the simulated hospital, and what comes with it.
#pragma once

#include <array>
#include <string_view>

#include "overhand/random/stream.h"

namespace overhand::simulation {

struct Diagnosis {
  std::string_view code;  // as ICD-10 writes them
  double share;           // among people of the typical age
  double age;             // the typical one
  double days;            // the median stay
  double surgery;         // how often there is some
  double crp;             // median, mg/l
  double crp_gaps;        // how often it is not measured
  double kidney;          // what it adds to the logarithm of creatinine
  double sugar;           // what it adds to glucose
};

constexpr std::array<Diagnosis, 16> diagnoses = {{
    {"A41.9", 0.010, 70, 12, 0.10, 160, 0.00, 0.40, 15},
    {"C50.9", 0.030, 61, 6, 0.80, 6, 0.30, 0.00, 0},
    {"E11.9", 0.120, 64, 4, 0.02, 5, 0.25, 0.10, 70},
    {"F32.9", 0.025, 42, 14, 0.00, 3, 0.70, 0.00, 0},
    {"G12.2", 0.003, 58, 7, 0.05, 4, 0.40, 0.00, 0},
    {"G40.9", 0.030, 38, 3, 0.01, 3, 0.50, 0.00, 0},
    {"I10", 0.160, 66, 3, 0.01, 4, 0.35, 0.08, 5},
    {"I25.1", 0.100, 69, 4, 0.25, 5, 0.20, 0.08, 8},
    {"I50.0", 0.080, 77, 8, 0.04, 12, 0.10, 0.30, 8},
    {"J18.9", 0.090, 62, 7, 0.02, 90, 0.02, 0.05, 5},
    {"J45.9", 0.040, 30, 3, 0.00, 8, 0.20, 0.00, 0},
    {"K35.8", 0.050, 28, 4, 0.92, 60, 0.02, 0.00, 0},
    {"K80.2", 0.060, 52, 4, 0.75, 18, 0.05, 0.00, 3},
    {"M54.5", 0.080, 50, 3, 0.10, 3, 0.70, 0.00, 0},
    {"N39.0", 0.070, 60, 4, 0.01, 45, 0.03, 0.12, 3},
    {"S72.0", 0.050, 80, 11, 0.95, 20, 0.08, 0.05, 5},
}};

// The place of one in `diagnoses`: those of the person's age are likelier.
std::size_t draw_diagnosis(double age, random::Stream& stream);

}  // namespace overhand::simulation
