// What a column's name says about it, in English, German, French, Spanish and Italian.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "overhand/table/column.h"

namespace overhand::inspection {

// Small letters, without marks and accents: "PatientID", "patient_id" and "patient id" are patient,
// id.
std::vector<std::string> words_in(std::string_view text);

struct NameWords {
  // `label`: what a file of Stata, SPSS or SAS says about the column beside its name.
  explicit NameWords(std::string_view column, std::string_view label = {});

  bool is_person = false;      // first name, surname
  bool is_contact = false;     // e-mail, phone, street
  bool is_identifier = false;  // id, number of a patient, telephone
  bool is_birth = false;
  bool is_zip = false;
  bool is_code = false;               // sex, region, status
  bool is_count = false;              // children, days, age
  bool is_amount = false;             // income, costs, balance
  bool is_weight = false;             // weight, Gewicht: of records, or of bodies
  bool is_weight_of_records = false;  // for certain: wgt, survey weight
};

// Of its name and its label.
NameWords name_words(const Column& column);

}  // namespace overhand::inspection
