// What binds columns and records: what was found, and what a person knows beyond it.
import { element } from "../dom";
import type { TableFacts } from "./api";

// As it is typed: one formula a line.
export interface Relations {
  derive: string;
  rules: string;
  order: string; // of the rows of a unit; "": as they stand
  dropsRare: boolean;
}

export const noRelations = (): Relations => ({ derive: "", rules: "", order: "", dropsRare: false });

const linesOf = (text: string): string[] => text.split("\n").map((line) => line.trim()).filter(Boolean);

// As the server takes it: what says nothing is not there.
export function requestOfRelations({ derive, rules, order, dropsRare }: Relations, hasUnit: boolean): Record<string, unknown> {
  const formulas = { derive: linesOf(derive), rules: linesOf(rules) };
  return {
    ...(formulas.derive.length && { derive: formulas.derive }),
    ...(formulas.rules.length && { rules: formulas.rules }),
    ...(hasUnit && order && { order }),
    ...(hasUnit && dropsRare && { drop_rare: true }),
  };
}

function foundList(table: TableFacts): HTMLElement {
  if (!table.identities.length && !table.rules.length) {
    return element("p", { class: "quiet" }, "No sums and no orders between numbers hold in every record.");
  }
  const item = (formula: string, then: string) => element("li", {}, element("code", {}, formula), ` ${then}`);
  return element(
    "div",
    {},
    element("p", {}, "Found in every record:"),
    element(
      "ul",
      { class: "found" },
      ...table.identities.map((formula) => item(formula, "(computed again after masking, where its columns are masked)")),
      ...table.rules.map((rule) => item(rule, "(masked records that break it are counted)")),
    ),
  );
}

function formulasField(id: string, label: string, help: string, text: string, take: (text: string) => void): HTMLElement {
  const area = element("textarea", { id, rows: 2, spellcheck: "false", "aria-describedby": `${id}-help` }, text);
  area.addEventListener("input", () => take(area.value));
  return element("div", { class: "field" }, element("label", { for: id }, label), area, element("p", { class: "quiet", id: `${id}-help` }, help));
}

function orderField(table: TableFacts, relations: Relations, changed: () => void): HTMLElement {
  const options = table.columns.map(({ name }) => element("option", { value: name, selected: relations.order === name }, name));
  const select = element("select", { id: "order-of-members" }, element("option", { value: "" }, "as they stand in the file"), ...options);
  select.addEventListener("change", () => {
    relations.order = select.value;
    changed();
  });
  return element("div", { class: "field" }, element("label", { for: "order-of-members" }, "Rows of a unit in the order of"), select);
}

function rareField(relations: Relations, changed: () => void): HTMLElement {
  const box = element("input", { type: "checkbox", id: "drop-rare", checked: relations.dropsRare });
  box.addEventListener("change", () => {
    relations.dropsRare = box.checked;
    changed();
  });
  return element("label", { for: "drop-rare" }, box, " Leave out units of sizes too rare to mask");
}

// `show` is told whether there is a unit.
export function relationsBox(table: TableFacts, relations: Relations, changed: () => void): { element: HTMLElement; show: (hasUnit: boolean) => void } {
  const take = (name: "derive" | "rules") => (text: string) => {
    relations[name] = text;
    changed();
  };
  const units = element("div", { class: "fields", hidden: true }, orderField(table, relations, changed), rareField(relations, changed));
  const box = element(
    "section",
    { class: "relations", "aria-label": "Relations" },
    element("h3", {}, "Relations"),
    foundList(table),
    element(
      "div",
      { class: "fields" },
      formulasField("derive", "Computed from others", "One a line, such as total = wages + other.", relations.derive, take("derive")),
      formulasField("rules", "Rules that every record obeys", "One a line, such as tax <= income; masked records that break one are counted.", relations.rules, take("rules")),
    ),
    units,
  );
  return { element: box, show: (hasUnit) => (units.hidden = !hasUnit) };
}
