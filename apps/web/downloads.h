// What leaves the server: the masked table and the reports of a finished job. What is not judged
// usable is given to nobody who has not said why.
#pragma once

#include <httplib.h>

#include "jobs.h"
#include "overhand/report/table_charts.h"

namespace overhand::web {

// Each of these throws Refused when the job cannot give what is asked for.

// {"reason": text}: opens the lock, and goes into the details of both reports.
void accept_risk(Job& job, const Json& body);

void give_masked(const Job& job, httplib::Response& response);
void give_report(const Job& job, report::Audience audience, httplib::Response& response);

// The internal report for the page itself, as JSON.
void show_report(const Job& job, httplib::Response& response);

}  // namespace overhand::web
