// The numbers behind a figure: closed at first, built when opened, long ones in parts.
import { count, element, plural } from "./dom";
import type { Cell, Table } from "./report";

const rowsAtFirst = 200;

export function shown(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "–";
  if (typeof cell !== "number") return cell;
  return Number.isInteger(cell) ? count(cell) : String(Number(cell.toPrecision(4)));
}

function rowOf(cells: Cell[], width: number): HTMLTableRowElement {
  const row = element("tr");
  for (let j = 0; j < width; ++j) {
    const cell = cells[j];
    row.append(element("td", typeof cell === "number" ? { class: "number" } : {}, shown(cell)));
  }
  return row;
}

function tableOf(table: Table, title: string): HTMLElement {
  const body = element("tbody");
  const head = element("tr", {}, ...table.columns.map((name) => element("th", { scope: "col" }, name)));
  const addRows = (from: number, to: number) =>
    body.append(...table.rows.slice(from, to).map((row) => rowOf(row, table.columns.length)));
  addRows(0, rowsAtFirst);
  const region = element(
    "div",
    { class: "scroll", role: "region", "aria-label": `Table: ${title}`, tabindex: 0 },
    element("table", {}, element("thead", {}, head), body),
  );
  if (table.rows.length <= rowsAtFirst) return region;
  const more = element("button", { type: "button" }, `Show all ${plural(table.rows.length, "row")}`);
  more.addEventListener("click", () => {
    addRows(rowsAtFirst, table.rows.length);
    more.remove();
  });
  return element("div", {}, region, more);
}

const isEmpty = (table: Table): boolean => table.columns.length === 0 || table.rows.length === 0;

// Of a figure that is nothing but its numbers.
export function tableInView(table: Table, title: string): HTMLElement | null {
  return isEmpty(table) ? null : element("div", { class: "in-view" }, tableOf(table, title));
}

export function tableBehind(table: Table, title: string): HTMLElement | null {
  if (isEmpty(table)) return null;
  const details = element("details", { class: "numbers" }, element("summary", {}, `Table (${plural(table.rows.length, "row")})`));
  details.addEventListener("toggle", () => details.append(tableOf(table, title)), { once: true });
  return details;
}
