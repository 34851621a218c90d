// Draws Vega-Lite specs with the page's colours, once they come into view.
//
// Specs carry plain colours so that they stand alone; here each colour that has a meaning becomes a
// CSS variable, so that light, dark and print need no redrawing.
import embed, { type VisualizationSpec } from "vega-embed";
import type { View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import type { Cell } from "./report";

const meaning = new Map([
  ["#c62828", "var(--risk)"],
  ["#1565c0", "var(--loss)"],
  ["#111111", "var(--overall)"],
  ["#8a8a8a", "var(--ceiling)"],
  ["black", "var(--overall)"],
  ["white", "var(--surface)"],
]);

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

// A range between numbers is interpolated, which a variable cannot be: it keeps its plain colours.
function isNamedRange(scale: { [name: string]: Json }): boolean {
  return Array.isArray(scale.domain) && scale.domain.every((value) => typeof value === "string");
}

function withMeaning(value: Json): Json {
  if (typeof value === "string") return meaning.get(value) ?? value;
  if (Array.isArray(value)) return value.map(withMeaning);
  if (value === null || typeof value !== "object") return value;
  const result: { [name: string]: Json } = {};
  for (const [name, part] of Object.entries(value)) {
    const isLeft = name === "data" || name === "datasets" || (name === "range" && !isNamedRange(value));
    result[name] = isLeft ? part : withMeaning(part);
  }
  return result;
}

const text = { labelColor: "var(--ink)", titleColor: "var(--ink)" };
const config = {
  background: "transparent",
  font: "system-ui, sans-serif",
  view: { stroke: "transparent" },
  axis: { ...text, gridColor: "var(--line)", domainColor: "var(--line)", tickColor: "var(--line)", labelFontSize: 11, labelSeparation: 8, titleFontWeight: 500 },
  legend: { ...text, orient: "bottom", titleFontWeight: 500, columns: 4, labelLimit: 220 },
  header: { ...text },
  title: { color: "var(--ink)", fontWeight: 500, anchor: "start" },
  text: { color: "var(--ink)" },
  mark: { color: "var(--loss)" },
  rule: { color: "var(--ink)" },
  axisXDiscrete: { labelAngle: -35 },
  boxplot: { median: { color: "var(--surface)" }, rule: { color: "var(--ink)" } },
};

const manyViews = ["facet", "hconcat", "vconcat", "concat", "repeat", "spec"];

type Channels = Record<string, { type?: string } | undefined>;
type Single = { encoding?: Channels; layer?: { encoding?: Channels }[] };

export function isManyViews(spec: VisualizationSpec): boolean {
  return manyViews.some((name) => name in spec);
}

// As wide as its card: the width in the spec is for who draws it elsewhere. Cells and facets keep theirs.
function isStretched(spec: VisualizationSpec): boolean {
  const { encoding, layer } = spec as Single;
  const x = encoding?.x ?? layer?.[0]?.encoding?.x;
  const isFacet = encoding?.column !== undefined || encoding?.row !== undefined;
  return !isManyViews(spec) && !isFacet && (!("width" in spec) || x?.type === "quantitative");
}

function prepared(spec: VisualizationSpec): VisualizationSpec {
  const own = withMeaning(spec as unknown as Json) as { [name: string]: Json };
  if (isStretched(spec)) {
    own.width = "container";
    own.autosize ??= { type: "fit-x", contains: "padding" };
  }
  return own as unknown as VisualizationSpec;
}

// What a click on a mark tells: the words and values of its tooltip.
export interface Picked {
  title: string;
  value: Cell;
}
export type Pick = (values: Picked[]) => void;

interface TooltipField {
  field: string;
  title: string;
}

function tooltipFields(spec: VisualizationSpec): TooltipField[] {
  const views = [spec, ...((spec as { layer?: unknown[] }).layer ?? [])] as { encoding?: { tooltip?: unknown } }[];
  const tooltip = views.map((view) => view.encoding?.tooltip).find(Array.isArray);
  return (tooltip ?? []) as TooltipField[];
}

function onClick(view: View, fields: TooltipField[], pick: Pick): void {
  view.addEventListener("click", (_event, item) => {
    const datum = item?.datum as Record<string, Cell> | undefined;
    if (!datum || !fields.every(({ field }) => field in datum)) return;
    pick(fields.map(({ field, title }) => ({ title, value: datum[field]! })));
  });
}

async function draw(place: HTMLElement, spec: VisualizationSpec, pick?: Pick): Promise<void> {
  // Vega labels its own container; ours, around it, keeps the words of the report.
  const inner = document.createElement("div");
  inner.setAttribute("aria-hidden", "true");
  place.replaceChildren(inner);
  try {
    const { view } = await embed(inner, prepared(spec), {
      renderer: "svg",
      actions: false,
      ast: true,
      expr: expressionInterpreter,
      defaultStyle: false,
      tooltip: { disableDefaultStyle: true },
      config: config as never,
    });
    const fields = tooltipFields(spec);
    if (pick && fields.length) onClick(view, fields, pick);
    place.classList.toggle("pickable", Boolean(pick) && fields.length > 0);
    place.dataset.drawn = "yes";
  } catch (error) {
    place.textContent = "This figure could not be drawn; its table holds the same numbers.";
    place.dataset.drawn = "failed";
    console.error(error);
  }
}

interface Waiting {
  spec: VisualizationSpec;
  pick?: Pick;
}
const waiting = new Map<Element, Waiting>();

function drawWaiting(place: Element): Promise<void> | undefined {
  const due = waiting.get(place);
  waiting.delete(place);
  inView.unobserve(place);
  return due && draw(place as HTMLElement, due.spec, due.pick);
}

const inView = new IntersectionObserver(
  (entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => void drawWaiting(entry.target)),
  { rootMargin: "400px" },
);

// A place with the figure in it as soon as it is about to be seen. A click on a mark with a tooltip
// goes to `pick`.
export function plotOf(spec: VisualizationSpec, alt: string, pick?: Pick): HTMLElement {
  const place = document.createElement("div");
  place.className = "plot";
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", alt);
  waiting.set(place, { spec, ...(pick && { pick }) });
  inView.observe(place);
  return place;
}

// All at once: before printing.
export async function drawAll(): Promise<void> {
  const places = [...waiting.keys()].filter((place) => place.isConnected);
  for (const place of places) await drawWaiting(place);
}

// Paper has no scrolling. What is still waiting is drawn as far as the browser waits for it.
window.addEventListener("beforeprint", () => void drawAll());
