// What is being tried, how far it is, how long it will take, what was found so far; and a way to stop.
import { count, element } from "../dom";
import { plotOf } from "../plot";
import { tableBehind } from "../table_view";
import type { MapPoint, Partial, Step } from "./api";

function timeLeft(seconds: number | null): string {
  if (seconds === null) return "";
  return seconds < 90 ? `, about ${Math.ceil(seconds)} s left` : `, about ${Math.round(seconds / 60)} min left`;
}

function mapOf(points: MapPoint[]): HTMLElement {
  const axis = (title: string) => ({ type: "quantitative", scale: { domain: [0, 1] }, title });
  const spec = {
    data: { values: points },
    height: 240,
    mark: { type: "point", filled: true, color: "#111111" },
    encoding: {
      x: { field: "risk", ...axis("records linked (0 safe … 1 unsafe)") },
      y: { field: "loss", ...axis("loss (0 none … 1 all)") },
      tooltip: { field: "label" },
    },
  };
  return plotOf(spec as never, `Records linked and loss of the ${points.length} settings tried so far`);
}

// What was tried before the end or a stop: a sentence, a map and its table.
export function foundView(found: Partial): HTMLElement {
  const points = found.points ?? [];
  const rows = points.map((point) => [point.label, point.risk, point.loss]);
  return element(
    "div",
    { class: "found" },
    found.sentence && element("p", {}, found.sentence),
    points.length > 0 && mapOf(points),
    tableBehind({ columns: ["setting", "risk", "loss"], rows }, "settings tried"),
  );
}

export interface ProgressView {
  bar: HTMLElement; // small, to be kept in view
  found: HTMLElement; // as large as it is
  show(step: Step): void;
}

export function progressView(title: string, cancel: () => void): ProgressView {
  const meter = element("progress", { "aria-label": title, max: 1 });
  const words = element("p", { role: "status" }, "Starting …");
  const found = element("div", {}, element("p", { class: "quiet" }, "What is found shows here as it comes."));
  const stop = element("button", { type: "button", class: "second" }, "Cancel");
  stop.addEventListener("click", () => {
    stop.disabled = true;
    stop.textContent = "Stopping …";
    cancel();
  });
  let shown = 0; // a map is drawn anew only for new points: a redrawn one flickers
  const show = (step: Step) => {
    if (step.total > 0) meter.value = step.done / step.total;
    words.textContent = `${title}: ${step.stage}, ${count(step.done)} of ${count(step.total)}${timeLeft(step.seconds_left)}`;
    const points = step.partial?.points?.length ?? 0;
    if (step.partial && points > shown) {
      found.replaceChildren(foundView(step.partial));
      shown = points;
    }
    const said = found.querySelector(".found > p");
    if (said && step.partial?.sentence) said.textContent = step.partial.sentence;
  };
  return { bar: element("div", { class: "progress" }, words, stop, meter), found, show };
}
