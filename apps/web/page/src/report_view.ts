// A report as elements: the verdict first, then sections of figures, then the exact details.
import { element, sentence, type Child } from "./dom";
import { drawAll, isManyViews, plotOf } from "./plot";
import type { Figure, Level, Report, Section, Verdict } from "./report";
import { tableBehind } from "./table_view";

const levelWords: Record<Level, string> = {
  usable: "Usable",
  care: "Usable with care",
  refused: "Not to be released",
  unknown: "Not judged",
};
const levelSigns: Record<Level, string> = { usable: "✓", care: "!", refused: "✕", unknown: "?" };

function points(title: string, className: string, lines: string[]): Child {
  if (lines.length === 0) return null;
  return element(
    "div",
    { class: `points ${className}` },
    element("h3", {}, title),
    element("ul", {}, ...lines.map((line) => element("li", {}, sentence(line)))),
  );
}

export function verdictView(verdict: Verdict): HTMLElement {
  return element(
    "section",
    { class: `verdict ${verdict.level}`, "aria-labelledby": "verdict-headline" },
    element(
      "div",
      { class: "headline" },
      element("span", { class: "sign", "aria-hidden": "true" }, levelSigns[verdict.level]),
      element("h2", { id: "verdict-headline" }, verdict.headline || `${levelWords[verdict.level]}.`),
    ),
    verdict.facts && element("p", { class: "facts" }, sentence(verdict.facts)),
    element(
      "div",
      { class: "three" },
      points("What an intruder can do", "risk", verdict.intruder),
      points("What analysts keep and lose", "loss", verdict.analysts),
      points("What this does not promise", "limits", verdict.limits),
    ),
  );
}

function figureView(figure: Figure): HTMLElement {
  const isWide = figure.spec !== null && isManyViews(figure.spec);
  return element(
    "figure",
    { class: isWide ? "wide" : "", ...(figure.id && { id: figure.id }) },
    element(
      "figcaption",
      {},
      figure.title && element("h3", {}, figure.title),
      figure.sentence && element("p", {}, sentence(figure.sentence)),
    ),
    figure.spec && plotOf(figure.spec, figure.alt || figure.title),
    tableBehind(figure.table, figure.title),
  );
}

function sectionView(section: Section): HTMLElement {
  return element(
    "section",
    { class: "figures", ...(section.id && { id: section.id }) },
    element("h2", {}, section.title),
    section.sentence && element("p", { class: "lead" }, sentence(section.sentence)),
    section.figures.length === 0
      ? element("p", { class: "quiet" }, "There is nothing to show here.")
      : element("div", { class: "grid" }, ...section.figures.map(figureView)),
  );
}

function detailsView(report: Report): Child {
  if (report.details.length === 0) return null;
  const rows = report.details.flatMap(({ name, value }) => [element("dt", {}, name), element("dd", {}, value)]);
  return element(
    "section",
    { id: "details", class: "exact" },
    element("h2", {}, "Exactly what was done"),
    element("dl", {}, ...rows),
  );
}

function notesView(notes: string[]): Child {
  if (notes.length === 0) return null;
  const items = notes.map((note) => element("li", {}, sentence(note)));
  return element("section", { class: "notes" }, element("h2", {}, "Notes"), element("ul", {}, ...items));
}

function contents(report: Report): Child {
  if (report.sections.length < 2) return null;
  const links = report.sections
    .filter((section) => section.id)
    .map((section) => element("li", {}, element("a", { href: `#${section.id}` }, section.title)));
  if (report.details.length) links.push(element("li", {}, element("a", { href: "#details" }, "Details")));
  return element("nav", { class: "contents", "aria-label": "Sections" }, element("ul", {}, ...links));
}

// Verdict, figures, details: what the report page and the live page share.
export function reportBody(report: Report): DocumentFragment {
  const body = document.createDocumentFragment();
  const parts = [
    verdictView(report.verdict),
    report.sections.length === 0 && notesView(report.notes),
    contents(report),
    ...report.sections.map(sectionView),
    report.sections.length > 0 && notesView(report.notes),
    detailsView(report),
  ];
  body.append(...parts.filter((part): part is Node => part instanceof Node));
  return body;
}

const audiences = {
  internal: "Internal report: do not pass on with the masked table",
  external: "External report: aggregates only",
};

function printButton(): HTMLElement {
  const print = async () => {
    await drawAll();
    window.print();
  };
  return element("button", { type: "button", class: "print", click: () => void print() }, "Print");
}

export function renderReport(report: Report): DocumentFragment {
  const page = document.createDocumentFragment();
  const main = element("main", { id: "main", tabindex: -1 });
  main.append(reportBody(report));
  page.append(
    element("a", { class: "skip", href: "#main" }, "Skip to the verdict"),
    element(
      "header",
      { class: "top" },
      element("div", {}, element("h1", {}, report.title), element("p", { class: "quiet" }, audiences[report.audience])),
      printButton(),
    ),
    main,
    element("footer", {}, "Made by Overhand. This file holds all that it shows and asks no other machine for anything."),
  );
  return page;
}
