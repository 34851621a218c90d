"""A run in which tests were skipped and none failed ends with SKIPPED, so that ctest shows it as skipped."""

SKIPPED = 77


def pytest_sessionfinish(session, exitstatus):
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if exitstatus == 0 and reporter.stats.get("skipped"):
        session.exitstatus = SKIPPED
