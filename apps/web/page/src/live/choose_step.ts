// Step 3: let the program find a release, or try maskings and pick a method. The forms are made from the catalogue.
import { element, type Child } from "../dom";
import type { About, Method, Option } from "./api";
import { releaseBox } from "./release_box";

export interface Choice {
  action: string;
  request: Record<string, unknown>;
}
type Choose = (choice: Choice) => void;

const ceilings = [
  { value: 0.1, word: "strict", meaning: "at most 10 of 100 records can be linked to their source" },
  { value: 0.2, word: "usual", meaning: "at most 20 of 100 records can be linked to their source" },
  { value: 0.3, word: "open", meaning: "at most 30 of 100 records can be linked to their source" },
];

function ceilingSlider(chosen: (value: number) => void): HTMLElement {
  const words = element("output", { for: "ceiling" });
  const slider = element("input", { type: "range", id: "ceiling", min: 0, max: ceilings.length - 1, step: 1, value: 1 });
  const show = () => {
    const ceiling = ceilings[Number(slider.value)]!;
    words.textContent = `${ceiling.word}: ${ceiling.meaning}`;
    slider.setAttribute("aria-valuetext", ceiling.word);
    chosen(ceiling.value);
  };
  slider.addEventListener("input", show);
  show();
  return element("div", { class: "field" }, element("label", { for: "ceiling" }, "Risk ceiling"), slider, words);
}

const givenOut = [
  { value: "exact", meaning: "exact: each column's own values; who knows a rare value finds it" },
  { value: "smoothed", meaning: "smoothed: rare values and extremes are replaced by near ones" },
  { value: "synthetic", meaning: "synthetic: drawn between the column's values; no extreme goes out" },
];

function marginalsField(chosen: (value: string) => void): HTMLElement {
  const items = givenOut.map(({ value, meaning }) => element("option", { value }, meaning));
  const select = element("select", { id: "marginals" }, ...items);
  select.addEventListener("change", () => chosen(select.value));
  return element("div", { class: "field" }, element("label", { for: "marginals" }, "Values that shuffles give out"), select);
}

// What holds for every search, whatever is searched.
interface Search {
  max_risk: number;
  marginals?: string;
}

function optionField(method: string, option: Option): HTMLElement {
  const id = `${method}-${option.name}`;
  const help = element("p", { class: "quiet", id: `${id}-help` }, option.help);
  const about = { id, name: option.name, "aria-describedby": `${id}-help` };
  let input: HTMLElement;
  if (option.choices) {
    const items = option.choices.map((value) => element("option", { value, selected: value === option.default }, value));
    input = element("select", about, ...items);
  } else if (typeof option.default === "boolean") {
    input = element("input", { ...about, type: "checkbox", checked: option.default });
  } else if (typeof option.default === "number") {
    const limits = { ...(option.minimum !== undefined && { min: option.minimum }), ...(option.maximum !== undefined && { max: option.maximum }) };
    input = element("input", { ...about, ...limits, type: "number", step: "any", value: option.default });
  } else {
    input = element("input", { ...about, type: "text", value: option.default });
  }
  return element("div", { class: "field" }, element("label", { for: id }, option.name.replaceAll("_", " ")), input, help);
}

// As a person would type it: the library reads and checks it.
function optionTexts(form: HTMLFormElement, method: Method): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const option of method.options) {
    const field = form.elements.namedItem(option.name) as HTMLInputElement | HTMLSelectElement;
    const isBox = field instanceof HTMLInputElement && field.type === "checkbox";
    texts[option.name] = isBox ? String(field.checked) : field.value.trim();
  }
  return texts;
}

function seedField(method: string): HTMLElement {
  const id = `${method}-seed`;
  return element(
    "details",
    {},
    element("summary", {}, "For experiments"),
    element(
      "div",
      { class: "field" },
      element("label", { for: id }, "seed"),
      element("input", { id, name: "seed", type: "number", min: 0, step: 1, "aria-describedby": `${id}-help` }),
      element("p", { class: "quiet", id: `${id}-help` }, "The same table again. Who guesses the seed undoes the masking: never release such a table."),
    ),
  );
}

function methodCard(method: Method, about: About, search: () => Search, choose: Choose): HTMLElement {
  const form = element("form", { novalidate: true });
  const request = () => {
    const seed = (form.elements.namedItem("seed") as HTMLInputElement).value.trim();
    return { method: method.name, options: optionTexts(form, method), ...(seed && { seed }) };
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    choose({ action: "mask", request: request() });
  });
  const tune = () => choose({ action: "tune", request: { ...request(), options: {}, ...search() } });
  form.append(
    element("div", { class: "fields" }, ...method.options.map((option) => optionField(method.name, option))),
    seedField(method.name),
    element("div", { class: "buttons" }, element("button", { type: "submit" }, `Mask with ${method.name}`)),
  );
  if (about.actions.includes("tune") && method.options.length) {
    form.lastElementChild!.append(element("button", { type: "button", class: "second", click: tune }, "Tune its options"));
  }
  return element(
    "details",
    { class: "card", name: "method", "data-method": method.name },
    element("summary", {}, element("strong", {}, method.name), element("span", {}, ` ${method.summary}.`)),
    element("p", {}, `Keeps exactly: ${method.keeps}.`),
    form,
    element("p", { class: "quiet" }, method.reference),
  );
}

function findBest(search: () => Search, fields: HTMLElement, choose: Choose): HTMLElement {
  const compare = () => choose({ action: "compare", request: { ...search() } });
  return element(
    "div",
    { class: "best" },
    element("button", { type: "button", class: "second", click: compare }, "Find the best masking"),
    element("p", {}, "Tries every method with many options and takes the one with the lowest loss (what regressions, moments and boosted trees see, and impossible values; of nearly equal ones the safest) under the risk ceiling."),
    fields,
  );
}

// Every field of the step as it stands, to tell whether something was changed.
export function settingsOf(step: HTMLElement): string {
  const fields = [...step.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")];
  return JSON.stringify(fields.map((field) => [field.id, field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type) ? field.checked : field.value]));
}

// The method whose card is open; null when none is.
export function openMethod(step: HTMLElement): string | null {
  return step.querySelector<HTMLElement>("details.card[open]")?.dataset.method ?? null;
}

export function chooseStep(about: About, methods: Method[], choose: Choose): HTMLElement {
  const wanted: Search = { max_risk: 0.2 };
  const slider = ceilingSlider((value) => (wanted.max_risk = value));
  const marginals = marginalsField((value) => (value === "exact" ? delete wanted.marginals : (wanted.marginals = value)));
  const fields = element("div", {}, slider, marginals);
  const search = () => wanted;
  const canCompare = about.actions.includes("compare");
  const canTune = about.actions.includes("tune");
  const canRelease = about.actions.includes("release");
  const parts: Child[] = [
    canRelease && releaseBox(about.profiles, choose),
    canRelease && element("h3", {}, "Or try maskings"),
    canRelease && element("p", { class: "quiet" }, "To learn what a method does. What they make is measured, not attacked: only a release tells whether a table may go out."),
    canCompare && findBest(search, fields, choose),
    !canCompare && canTune && fields,
    element("h3", {}, canCompare ? "Or pick a method" : "Pick a method"),
    ...methods.map((method) => methodCard(method, about, search, choose)),
  ];
  const step = element("div", {}, ...parts);
  if (methods.length === 1 || !canCompare) step.querySelector("details.card")?.setAttribute("open", "");
  return step;
}
