// What texts look like.
#pragma once

#include <optional>
#include <string_view>

#include "overhand/table/texts.h"

namespace overhand::inspection {

enum class Shape { email, uuid, iban, phone };

bool is_email(std::string_view text);
bool is_uuid(std::string_view text);
bool is_iban(std::string_view text);
// Seven digits or more, with the marks of telephone numbers: +49 30 1234567, 030/1234567.
bool is_phone(std::string_view text);
// Two to four words of letters, each with a capital: Anna Smith; Smith, Anna.
bool is_persons_name(std::string_view text);

// The shape that 9 of 10 records have, whose texts reach a person whatever they are called.
std::optional<Shape> shape_of(const Texts& texts);

// Whether 9 of 10 records have the look of persons' names.
bool are_persons_names(const Texts& texts);

// Whether every text is of digits, and of one length, from 2 on: 01067, 10115.
bool are_digits_of_one_length(const Texts& texts);

}  // namespace overhand::inspection
