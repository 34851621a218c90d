// What leaves the server: the masked table and the reports of a finished job. What is not judged
// usable is given to nobody who has not said why.
#pragma once

#include <httplib.h>

#include "jobs.h"
#include "overhand/report/table_charts.h"

namespace overhand::web {

// Each of these throws Refused when the job cannot give what is asked for.

// {"reason": text}: opens the lock, and goes into both reports, of a release first of all and into
// its manifest too. Returns the command that does the same.
std::string accept_risk(Job& job, const Json& body);

void give_masked(const Job& job, httplib::Response& response);
void give_report(const Job& job, report::Audience audience, httplib::Response& response);
void give_manifest(const Job& job, httplib::Response& response);

// The internal report for the page itself, as JSON.
void show_report(const Job& job, httplib::Response& response);

}  // namespace overhand::web
