// One page, two lives: with a report inside it shows the report, without one it runs the app.
import "./style.css";
import { startApp } from "./live/app";
import { parseReport } from "./report";
import { renderReport } from "./report_view";

const page = document.getElementById("page")!;
const embedded = document.getElementById("report");
if (embedded) {
  const report = parseReport(embedded.textContent ?? "");
  document.title = `${report.title} · Overhand`;
  page.replaceChildren(renderReport(report));
} else {
  void startApp(page);
}
