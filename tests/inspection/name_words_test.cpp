#include <gtest/gtest.h>

#include "overhand/inspection/name_words_internal.h"

namespace overhand::inspection {
namespace {

using Words = std::vector<std::string>;

TEST(NameWords, AreTakenApartHoweverTheyAreJoined) {
  EXPECT_EQ(words_in("PatientID"), (Words{"patient", "id"}));
  EXPECT_EQ(words_in("patient_id"), (Words{"patient", "id"}));
  EXPECT_EQ(words_in("  patient  Id2 "), (Words{"patient", "id"}));
  EXPECT_EQ(words_in("Stra\xc3\x9f"
                     "e"),
            (Words{"stra\xc3\x9f"
                   "e"}));
  EXPECT_TRUE(words_in("12-34").empty());
}

TEST(NameWords, SayWhatTheColumnIs) {
  for (const char* name :
       {"name", "First Name", "last_name", "surname", "Vorname", "patientName"}) {
    EXPECT_TRUE(NameWords(name).is_person) << name;
  }
  for (const char* name : {"hospital_name", "filename", "names", "firstborn"}) {
    EXPECT_FALSE(NameWords(name).is_person) << name;
  }
  for (const char* name :
       {"id", "patient_id", "SSN", "case no", "PatientNr", "fallnummer", "household"}) {
    EXPECT_TRUE(NameWords(name).is_identifier) << name;
  }
  for (const char* name : {"idle", "number", "width", "patient_age", "household size"}) {
    EXPECT_FALSE(NameWords(name).is_identifier) << name;
  }
  for (const char* name : {"zip", "ZIP_code", "PLZ", "postal code", "home.zip"}) {
    EXPECT_TRUE(NameWords(name).is_zip) << name;
  }
  EXPECT_FALSE(NameWords("zipper").is_zip);
  for (const char* name : {"birth_date", "DOB", "dateOfBirth", "Geburtsdatum", "birthday"}) {
    EXPECT_TRUE(NameWords(name).is_birth) << name;
  }
  EXPECT_TRUE(NameWords("age_group").is_code);
  EXPECT_TRUE(NameWords("n_children").is_count);
  EXPECT_FALSE(NameWords("x").is_code || NameWords("x").is_count);
  for (const char* name : {"e_mail", "phone", "home address"}) {
    EXPECT_TRUE(NameWords(name).is_contact) << name;
  }
}

}  // namespace
}  // namespace overhand::inspection
