// Step 2: one row a column, with what will be done with it.
import { count, element, plural } from "../dom";
import * as api from "./api";
import { keysAmong, noKeyChoice, requestOfKeys, type KeyChoice } from "./key_choice";
import { KeysPanel } from "./keys_panel";
import { noRelations, relationsBox, requestOfRelations, type Relations } from "./relations_box";
import { saveSchema } from "./save_schema";
import type { ColumnFacts, Role, TableFacts, Type } from "./api";

// What is to be done with the columns, as the page has it.
export interface ColumnChoice {
  plans: Map<string, Plan>;
  keepsIdentifiers: boolean;
  relations: Relations;
  keys: KeyChoice;
}
export interface Plan {
  found: Type;
  proposed: Type;
  type: Type;
  proposedRole: Role;
  role: Role;
  isIdentifier: boolean; // by its looks
}

function planOf(column: ColumnFacts): Plan {
  const { found, type, role, looks_like_identifier: isIdentifier } = column;
  return { found, proposed: type, type, proposedRole: role, role, isIdentifier };
}

export function choiceOf(table: TableFacts): ColumnChoice {
  const plans = table.columns.map((column) => [column.name, planOf(column)] as const);
  return { plans: new Map(plans), keepsIdentifiers: false, relations: noRelations(), keys: noKeyChoice() };
}

export function named(choice: ColumnChoice, role: Role): string[] {
  return [...choice.plans].filter(([, plan]) => plan.role === role).map(([name]) => name);
}

const isReadable = (role: Role): boolean => role === "keep" || role === "stratum";
const readable = (choice: ColumnChoice): string[] => [...choice.plans].filter(([, plan]) => isReadable(plan.role)).map(([name]) => name);
const keysOf = (choice: ColumnChoice): string[] => keysAmong(readable(choice), choice.keys);

// What is said of a type beyond the proposal, or for a masked column beyond what is found, needs a schema; for the rest
// lists of names do.
const needsTypes = (choice: ColumnChoice): boolean =>
  [...choice.plans.values()].some(({ found, proposed, type, role }) => type !== proposed || (role === "mask" && type !== found)) ||
  keysOf(choice).some((name) => name in choice.keys.coarsened);

// As the server takes it.
export function requestOf(choice: ColumnChoice, hasTypes = needsTypes(choice)): Record<string, unknown> {
  const identifiers = choice.keepsIdentifiers && { keep_identifiers: true };
  const types = hasTypes && { types: [...choice.plans].map(([name, { type }]) => ({ name, type })) };
  const isDecided = [...choice.plans.values()].some((plan) => plan.isIdentifier && plan.role === "mask"); // by name alone
  const mask = isDecided && { mask: named(choice, "mask") };
  return { ...mask, drop: named(choice, "drop"), keep: named(choice, "keep"), ...types, ...identifiers, ...bindingsOf(choice), ...requestOfKeys(readable(choice), choice.keys) };
}

// What tells which records belong together and how many each stands for.
function bindingsOf(choice: ColumnChoice): Record<string, unknown> {
  const [unit] = named(choice, "unit");
  const [weight] = named(choice, "weight");
  const within = named(choice, "stratum");
  return { ...(unit && { unit }), ...(within.length && { within }), ...(weight && { weight }), ...requestOfRelations(choice.relations, unit !== undefined) };
}

// Of these there is one at most: the column that had the role goes back to what was proposed for it.
function giveRole(choice: ColumnChoice, name: string, role: Role): void {
  if (role === "unit" || role === "weight") {
    for (const other of named(choice, role)) choice.plans.get(other)!.role = choice.plans.get(other)!.proposedRole;
  }
  choice.plans.get(name)!.role = role;
}

const rowsAtFirst = 100;

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

function roleSelect(column: ColumnFacts, plan: Plan, take: (role: Role) => void): HTMLElement {
  const roles: Role[] = ["mask", "drop", "keep", "unit", "stratum", "weight"];
  const options = roles.map((role) => element("option", { value: role, selected: plan.role === role }, role));
  const select = element("select", { class: "role", "aria-label": `Role of ${column.name}`, "data-column": column.name }, ...options);
  select.addEventListener("change", () => take(select.value as Role));
  return select;
}

function typeSelect(column: ColumnFacts, plan: Plan, changed: () => void): HTMLElement {
  const options = api.types.map((type) => element("option", { value: type, selected: plan.type === type }, type));
  const select = element("select", { "aria-label": `Type of ${column.name}` }, ...options);
  select.addEventListener("change", () => {
    plan.type = select.value as Type;
    changed();
  });
  return select;
}

// Shown for columns that go out readable: whether an intruder may know them.
function keyMark(column: ColumnFacts, plan: Plan, keys: KeyChoice, changed: () => void): HTMLElement {
  const box = element("input", { type: "checkbox", "aria-label": `${column.name} is a key: an intruder may know it`, checked: !keys.unmarked.includes(column.name) });
  box.addEventListener("change", () => {
    keys.unmarked = keys.unmarked.filter((name) => name !== column.name).concat(box.checked ? [] : column.name);
    changed();
  });
  return element("label", { class: "key-mark", "data-key": column.name, hidden: !isReadable(plan.role) }, box, " key");
}

interface RowChanges {
  take: (role: Role) => void;
  changed: () => void;
}

function rowOf(column: ColumnFacts, choice: ColumnChoice, { take, changed }: RowChanges): HTMLElement {
  const plan = choice.plans.get(column.name)!;
  const role = roleSelect(column, plan, take);
  const type = typeSelect(column, plan, changed);
  const distribution = element("td");
  distribution.append(smallHistogram(column.histogram));
  const mark = column.looks_like_identifier && element("span", { class: "mark" }, "looks like an identifier");
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, column.name, mark, element("span", { class: "why" }, column.why)),
    element("td", {}, type),
    distribution,
    element("td", { class: "number" }, count(column.missing)),
    element("td", { class: "number" }, count(column.distinct)),
    element("td", {}, role, keyMark(column, plan, choice.keys, changed)),
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
    const kept = table.columns.filter((column) => choice.plans.get(column.name)!.role === "keep" && isNearlyUnique(column, table.rows));
    label.hidden = kept.length === 0;
    words.textContent = `Keep ${kept.map((column) => column.name).join(", ")} all the same: with nearly as many values as records, who knows a value finds the record.`;
    if (label.hidden) box.checked = choice.keepsIdentifiers = false;
  };
  return { element: label, show };
}

async function downloadSchema(choice: ColumnChoice): Promise<void> {
  saveSchema(await api.schema(requestOf(choice, true)));
}

const keysPanel = (table: TableFacts, choice: ColumnChoice, changed: () => void): KeysPanel =>
  new KeysPanel({
    choice: choice.keys,
    keys: () => keysOf(choice),
    others: () => table.columns.map(({ name }) => name).filter((name) => !keysOf(choice).includes(name) && !["drop", "unit", "weight"].includes(choice.plans.get(name)!.role)),
    columns: () => requestOf(choice, true),
    changed,
  });

function showRoles(body: HTMLElement, choice: ColumnChoice): void {
  body.querySelectorAll<HTMLSelectElement>("select.role").forEach((select) => (select.value = choice.plans.get(select.dataset.column!)!.role));
  body.querySelectorAll<HTMLElement>(".key-mark").forEach((mark) => (mark.hidden = !isReadable(choice.plans.get(mark.dataset.key!)!.role)));
}

// `attempt` does the work and shows what went wrong.
export function columnsStep(table: TableFacts, choice: ColumnChoice, changed: () => void, attempt: (work: () => Promise<void>) => void): HTMLElement {
  const body = element("tbody");
  const identifiers = identifierBox(table, choice, changed);
  const relations = relationsBox(table, choice.relations, changed);
  const panel = keysPanel(table, choice, changed);
  const counted = () => {
    panel.update();
    changed();
  };
  const take = (name: string) => (role: Role) => {
    giveRole(choice, name, role);
    showRoles(body, choice);
    identifiers.show();
    relations.show(named(choice, "unit").length > 0);
    counted();
  };
  const addRows = (columns: ColumnFacts[]) => body.append(...columns.map((column) => rowOf(column, choice, { take: take(column.name), changed: counted })));
  addRows(table.columns.slice(0, rowsAtFirst));
  const more = element("button", { type: "button" }, `Show all ${plural(table.columns.length, "column")}`);
  more.addEventListener("click", () => {
    addRows(table.columns.slice(rowsAtFirst));
    more.remove();
  });
  return element(
    "div",
    {},
    element("p", {}, "Masked columns are changed; dropped ones are left out; kept ones go out as they are, so keep only what tells nothing about a person, or what many share: below it is counted who shares them."),
    element(
      "p",
      { class: "quiet" },
      "A unit tells which rows are one household, person or firm, masked as one under new numbers; records of different strata are never mixed; a weight says how many each record stands for.",
    ),
    element(
      "div",
      { class: "scroll tall", role: "region", "aria-label": "Columns", tabindex: 0 },
      element("table", { class: "columns" }, head(), body),
    ),
    table.columns.length > rowsAtFirst && more,
    identifiers.element,
    panel.element,
    relations.element,
    element(
      "div",
      { class: "buttons" },
      element("button", { type: "button", class: "second", id: "schema-of-columns", click: () => attempt(() => downloadSchema(choice)) }, "Schema of these columns"),
    ),
    element("p", { class: "quiet" }, "A text file that says what each column is and what becomes of it; every command takes it with --schema."),
  );
}
