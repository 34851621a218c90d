// What is being tried, how far it is, how long it will take, what was found so far; and a way to stop.
import { count, element } from "../dom";
import { plotOf } from "../plot";
import type { MapPoint, Step } from "./api";

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
      x: { field: "risk", ...axis("risk (0 safe … 1 unsafe)") },
      y: { field: "loss", ...axis("loss (0 none … 1 all)") },
      tooltip: { field: "label" },
    },
  };
  return plotOf(spec as never, `Risk and loss of the ${points.length} settings tried so far`);
}

export interface ProgressView {
  element: HTMLElement;
  show(step: Step): void;
}

export function progressView(title: string, cancel: () => void): ProgressView {
  const bar = element("progress", { "aria-label": title, max: 1 });
  const words = element("p", { class: "quiet", role: "status" }, "Starting …");
  const found = element("div");
  const stop = element("button", { type: "button", class: "second" }, "Cancel");
  stop.addEventListener("click", () => {
    stop.disabled = true;
    stop.textContent = "Stopping …";
    cancel();
  });
  const show = (step: Step) => {
    if (step.total > 0) bar.value = step.done / step.total;
    words.textContent = `${step.stage}: ${count(step.done)} of ${count(step.total)}${timeLeft(step.seconds_left)}`;
    const points = step.partial?.points;
    const sentence = step.partial?.sentence;
    if (points?.length) found.replaceChildren(...(sentence ? [element("p", {}, sentence)] : []), mapOf(points));
  };
  return { element: element("div", { class: "progress" }, element("h3", {}, title), bar, words, stop, found), show };
}
