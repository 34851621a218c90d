// Step 2: one row a column, with what will be done with it.
import { count, element, plural } from "../dom";
import type { ColumnFacts, TableFacts } from "./api";

export type Role = "mask" | "drop" | "keep";
export type Roles = Map<string, Role>;

// What is to be done with the columns, as the page has it and as the server takes it.
export interface ColumnChoice {
  roles: Roles;
  keepsIdentifiers: boolean;
}

export function choiceOf(table: TableFacts): ColumnChoice {
  return { roles: new Map(table.columns.map((column) => [column.name, proposedRole(column)])), keepsIdentifiers: false };
}

export function named(choice: ColumnChoice, role: Role): string[] {
  return [...choice.roles].filter(([, given]) => given === role).map(([name]) => name);
}

export function requestOf(choice: ColumnChoice): Record<string, unknown> {
  const identifiers = choice.keepsIdentifiers && { keep_identifiers: true };
  return { drop: named(choice, "drop"), keep: named(choice, "keep"), ...identifiers };
}

const rowsAtFirst = 100;

function proposedRole(column: ColumnFacts): Role {
  return column.looks_like_identifier || !column.can_be_masked ? "drop" : "mask";
}

// A histogram the size of a word: bars without axes, its numbers stand in the row.
function smallHistogram(counts: number[]): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", `0 0 ${Math.max(1, counts.length) * 4} 24`);
  svg.setAttribute("class", "small-histogram");
  svg.setAttribute("aria-hidden", "true");
  const top = Math.max(1, ...counts);
  counts.forEach((value, i) => {
    const bar = document.createElementNS(space, "rect");
    const height = value === 0 ? 0 : Math.max(1, (value / top) * 24);
    const sizes = { x: i * 4, y: 24 - height, width: 3, height };
    for (const [name, size] of Object.entries(sizes)) bar.setAttribute(name, String(size));
    svg.append(bar);
  });
  return svg;
}

function reason(column: ColumnFacts): string {
  if (column.looks_like_identifier) return "looks like an identifier";
  return column.can_be_masked ? "" : "not numbers: drop or keep";
}

function roleChoice(column: ColumnFacts, roles: Roles, changed: () => void): HTMLElement {
  const choice = element("select", { "aria-label": `Role of ${column.name}` });
  for (const role of ["mask", "drop", "keep"] as Role[]) {
    if (role === "mask" && !column.can_be_masked) continue;
    choice.append(element("option", { value: role, selected: roles.get(column.name) === role }, role));
  }
  choice.addEventListener("change", () => {
    roles.set(column.name, choice.value as Role);
    changed();
  });
  return choice;
}

function rowOf(column: ColumnFacts, roles: Roles, changed: () => void): HTMLElement {
  const why = reason(column);
  const distribution = element("td");
  distribution.append(smallHistogram(column.histogram));
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, column.name, why && element("span", { class: "mark" }, why)),
    element("td", {}, column.type),
    distribution,
    element("td", { class: "number" }, count(column.missing)),
    element("td", { class: "number" }, count(column.distinct)),
    element("td", {}, roleChoice(column, roles, changed)),
  );
}

function head(): HTMLElement {
  const names = ["Column", "Type", "Distribution", "Missing", "Distinct", "Role"];
  return element("thead", {}, element("tr", {}, ...names.map((name) => element("th", { scope: "col" }, name))));
}

// Nearly as many values as records: who knows a value finds the record (table/identifiers.h).
function isNearlyUnique(column: ColumnFacts, rows: number): boolean {
  const present = rows - column.missing;
  return present >= 20 && column.distinct >= 0.9 * present;
}

// Asked for only where it matters: the server refuses such columns otherwise.
function identifierBox(table: TableFacts, choice: ColumnChoice, changed: () => void): { element: HTMLElement; show: () => void } {
  const box = element("input", { type: "checkbox", id: "keep-identifiers" });
  box.addEventListener("change", () => {
    choice.keepsIdentifiers = box.checked;
    changed();
  });
  const label = element("label", { for: "keep-identifiers", class: "warning", hidden: true }, box, " ");
  const words = element("span");
  label.append(words);
  const show = () => {
    const kept = table.columns.filter((column) => choice.roles.get(column.name) === "keep" && isNearlyUnique(column, table.rows));
    label.hidden = kept.length === 0;
    words.textContent = `Keep ${kept.map((column) => column.name).join(", ")} all the same: with nearly as many values as records, who knows a value finds the record.`;
    if (label.hidden) box.checked = choice.keepsIdentifiers = false;
  };
  return { element: label, show };
}

export function columnsStep(table: TableFacts, choice: ColumnChoice, changed: () => void): HTMLElement {
  const body = element("tbody");
  const identifiers = identifierBox(table, choice, changed);
  const roleChanged = () => {
    identifiers.show();
    changed();
  };
  const addRows = (columns: ColumnFacts[]) => body.append(...columns.map((column) => rowOf(column, choice.roles, roleChanged)));
  addRows(table.columns.slice(0, rowsAtFirst));
  const more = element("button", { type: "button" }, `Show all ${plural(table.columns.length, "column")}`);
  more.addEventListener("click", () => {
    addRows(table.columns.slice(rowsAtFirst));
    more.remove();
  });
  return element(
    "div",
    {},
    element("p", {}, "Masked columns are changed; dropped ones are left out; kept ones go out as they are, so keep only what tells nothing about a person."),
    element(
      "div",
      { class: "scroll tall", role: "region", "aria-label": "Columns", tabindex: 0 },
      element("table", { class: "columns" }, head(), body),
    ),
    table.columns.length > rowsAtFirst && more,
    identifiers.element,
  );
}
