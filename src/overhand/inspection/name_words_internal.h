// What a column's name says about it, in English and German and a few words of other languages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace overhand::inspection {

// Small letters, without marks: "PatientID", "patient_id" and "patient id" are patient, id.
std::vector<std::string> words_in(std::string_view name);

struct NameWords {
  explicit NameWords(std::string_view column);

  bool is_person = false;      // first name, surname
  bool is_contact = false;     // e-mail, phone, street
  bool is_identifier = false;  // id, number of a patient
  bool is_birth = false;
  bool is_zip = false;
  bool is_code = false;   // sex, region, status
  bool is_count = false;  // children, days, age
};

}  // namespace overhand::inspection
