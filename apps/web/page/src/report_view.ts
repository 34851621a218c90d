// A report as elements: the verdict first, then sections of figures, then the exact details.
import { element, sentence, type Child } from "./dom";
import { drawAll, isManyViews, plotOf, type Picked } from "./plot";
import type { Figure, Level, Report, Section, Verdict } from "./report";
import { shown, tableBehind, tableInView } from "./table_view";

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
    verdict.accepted && element("p", { class: "warning refused accepted" }, element("strong", {}, "The risk was accepted because: "), verdict.accepted),
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

// What was clicked on in a figure, to stay and to be read out.
function pickedView(picked: Picked[]): DocumentFragment {
  const content = document.createDocumentFragment();
  const rows = picked.flatMap(({ title, value }) => [element("dt", {}, title), element("dd", {}, shown(value))]);
  content.append(element("dl", {}, ...rows));
  return content;
}

function figureView(figure: Figure): HTMLElement {
  const isWide = figure.spec !== null && isManyViews(figure.spec);
  const picked = element("div", { class: "picked", role: "status" });
  return element(
    "figure",
    { class: isWide ? "wide" : "", ...(figure.id && { id: figure.id }) },
    element(
      "figcaption",
      {},
      figure.title && element("h3", {}, figure.title),
      figure.sentence && element("p", {}, sentence(figure.sentence)),
    ),
    figure.spec && plotOf(figure.spec, figure.alt || figure.title, (values) => picked.replaceChildren(pickedView(values))),
    picked,
    figure.spec === null ? tableInView(figure.table, figure.title) : tableBehind(figure.table, figure.title),
  );
}

function sectionView(section: Section, isFolded: boolean): HTMLElement {
  const about = { class: "figures", ...(section.id && { id: section.id }) };
  const title = element("h2", {}, section.title);
  const content: Child[] = [
    section.sentence && element("p", { class: "lead" }, sentence(section.sentence)),
    section.figures.length === 0
      ? element("p", { class: "quiet" }, "There is nothing to show here.")
      : element("div", { class: "grid" }, ...section.figures.map(figureView)),
  ];
  if (!isFolded) return element("section", about, title, ...content);
  return element("section", about, element("details", { class: "fold" }, element("summary", {}, title), ...content));
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

function unfold(id: string): void {
  document.getElementById(id)?.querySelector("details.fold")?.setAttribute("open", "");
}

function contents(report: Report): Child {
  if (report.sections.length < 2) return null;
  const links = report.sections
    .filter((section) => section.id)
    .map((section) => element("li", {}, element("a", { href: `#${section.id}`, click: () => unfold(section.id) }, section.title)));
  if (report.details.length) links.push(element("li", {}, element("a", { href: "#details" }, "Details")));
  return element("nav", { class: "contents", "aria-label": "Sections" }, element("ul", {}, ...links));
}

// Verdict, figures, details: what the report page and the live page share. Folded, only the first
// section is open, so that what follows is not far.
export function reportBody(report: Report, { isFolded = false } = {}): DocumentFragment {
  const body = document.createDocumentFragment();
  const parts = [
    verdictView(report.verdict),
    report.sections.length === 0 && notesView(report.notes),
    contents(report),
    ...report.sections.map((section, i) => sectionView(section, isFolded && i > 0)),
    report.sections.length > 0 && notesView(report.notes),
    detailsView(report),
  ];
  body.append(...parts.filter((part): part is Node => part instanceof Node));
  return body;
}

const audiences = {
  internal: "Internal report: for the owner of the data only. Do not pass it on with the masked table.",
  external: "Report to pass on: of the original it shows aggregates only.",
};

// The answer to "may this go out?", by hand.
function signView(): HTMLElement {
  const line = (words: string) => element("p", { class: "line" }, element("span", {}, words));
  return element(
    "section",
    { class: "sign-off", "aria-label": "Decision" },
    element("h2", {}, "Decision"),
    element("p", {}, "☐ may be passed on   ☐ must not be passed on"),
    element("div", { class: "lines" }, line("Name"), line("Date"), line("Signature")),
  );
}

// "people.csv, 2026-01-31 14:05", as far as the details say so.
function tableAndDate(report: Report): string {
  const named = (name: string) => report.details.find((detail) => detail.name === name)?.value;
  return [named("table") ?? named("original"), named("date")].filter(Boolean).join(", ");
}

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
      element(
        "div",
        {},
        element("h1", {}, report.title),
        element("p", { class: `audience ${report.audience}` }, audiences[report.audience]),
        element("p", { class: "quiet" }, tableAndDate(report)),
      ),
      printButton(),
    ),
    main,
    signView(),
    element("footer", {}, "Made by Overhand. This file holds all that it shows and asks no other machine for anything."),
  );
  return page;
}
