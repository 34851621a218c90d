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
  EXPECT_EQ(words_in("Num\xc3\xa9ro N\xc3\xbamero M\xc3\x89NAGE"),
            (Words{"numero", "numero", "menage"}));
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
  for (const char* name : {"Patientennr",
                           "Patienten-Nr",
                           "PatNr",
                           "Pat.-Nr.",
                           "FallNr",
                           "Fallnr.",
                           "KVNR",
                           "Krankenversichertennr",
                           "Personalnr",
                           "persnr",
                           "pnr",
                           "MatrikelNr",
                           "Matrikelnummer",
                           "Kundennr",
                           "Kontonummer",
                           "Steuernummer",
                           "Rentenversicherungsnummer",
                           "Schuelernummer",
                           "Sch\xc3\xbclernummer",
                           "student_no",
                           "pupil_no",
                           "nhs_number",
                           "phone",
                           "Telefon",
                           "Handy",
                           "account",
                           "idnr",
                           "ident",
                           "identifiant",
                           "lfdnr",
                           "lfd. Nr.",
                           "Nr",
                           "caseid",
                           "CASEID",
                           "hhid",
                           "HHID",
                           "hid",
                           "idhogar",
                           "numero",
                           "matricule",
                           "codice_fiscale",
                           "dossier",
                           "n_dossier",
                           "Laufende Nummer",
                           "num_dossier",
                           "n\xc3\xbamero de expediente",
                           "matricola",
                           "PersonID",
                           "userid",
                           "custno",
                           "N\xc2\xb0 dossier",
                           "phone number",
                           "DNI"}) {
    EXPECT_TRUE(NameWords(name).is_identifier) << name;
  }
  for (const char* name : {"idle",
                           "number",
                           "width",
                           "patient_age",
                           "household size",
                           "paid",
                           "covid",
                           "acid",
                           "n",
                           "no",
                           "num_children",
                           "number of cars",
                           "piano",
                           "phone_bill",
                           "account balance",
                           "identity",
                           "idea",
                           "rid",
                           "uno",
                           "casino",
                           "n_persons",
                           "Anzahl Personen",
                           "household income"}) {
    EXPECT_FALSE(NameWords(name).is_identifier) << name;
  }
  for (const char* name : {"zip", "ZIP_code", "PLZ", "postal code", "home.zip"}) {
    EXPECT_TRUE(NameWords(name).is_zip) << name;
  }
  EXPECT_FALSE(NameWords("zipper").is_zip);
  for (const char* name : {"birth_date", "DOB", "dateOfBirth", "Geburtsdatum", "birthday"}) {
    EXPECT_TRUE(NameWords(name).is_birth) << name;
  }
  EXPECT_TRUE(NameWords("F. nac.", "Fecha de nacimiento").is_birth);
  EXPECT_TRUE(NameWords("v1", "Haushaltsnummer").is_identifier);
  EXPECT_TRUE(NameWords("v1", "Household ID").is_identifier);
  EXPECT_TRUE(NameWords("v1", "ID of the person in the household").is_identifier);
  EXPECT_FALSE(NameWords("v1", "Number of persons in household").is_identifier);
  EXPECT_FALSE(NameWords("v1", "Household size").is_identifier);
  EXPECT_FALSE(NameWords("v1", "Whether the person has an ID card with a photo").is_identifier);
  EXPECT_TRUE(NameWords("age_group").is_code);
  EXPECT_TRUE(NameWords("n_children").is_count);
  EXPECT_FALSE(NameWords("x").is_code || NameWords("x").is_count);
  for (const char* name : {"e_mail", "phone", "home address"}) {
    EXPECT_TRUE(NameWords(name).is_contact) << name;
  }
}

TEST(NameWords, TellWeights) {
  for (const char* name :
       {"weight", "Gewicht", "hh_weight", "pond", "wt", "wgt", "survey weight"}) {
    EXPECT_TRUE(NameWords(name).is_weight) << name;
  }
  for (const char* name : {"body_weight", "weight_kg", "birth weight", "weighted", "pondering"}) {
    EXPECT_FALSE(NameWords(name).is_weight) << name;
  }
  EXPECT_FALSE(NameWords("weight", "Body weight in pounds").is_weight);
  for (const char* name : {"wgt", "survey_weight", "Gewichtung", "pond\u00e9ration"}) {
    EXPECT_TRUE(NameWords(name).is_weight_of_records) << name;
  }
  EXPECT_FALSE(NameWords("weight").is_weight_of_records);
}

}  // namespace
}  // namespace overhand::inspection
