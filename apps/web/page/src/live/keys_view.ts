// What the keys tell, as elements: the records by the size of their class, the figures, and what a k costs.
import { count, element, plural, sentence } from "../dom";
import type { KeyCost, KeyFacts, KeyLook } from "./api";

const ofHundred = (part: number, all: number): string => {
  const share = (100 * part) / Math.max(1, all);
  return share > 0 && share < 0.5 ? "fewer than 1 of 100" : `${Math.round(share)} of 100`;
};

// Bars that can be read as rows: how many records, those below k in red. What of a bar lies below follows from all below.
export function classBars(facts: KeyFacts, k: number, below: number): HTMLElement {
  const most = Math.max(1, ...facts.sizes.map((bar) => bar.records));
  let left = below;
  const rows = facts.sizes.map((bar) => {
    const red = bar.from >= k ? 0 : Math.min(left, bar.records);
    left -= red;
    const part = (className: string, records: number) => {
      const piece = element("span", { class: className });
      piece.style.width = records === 0 ? "0" : `max(2px, ${(100 * records) / most}%)`;
      return piece;
    };
    return element(
      "tr",
      red > 0 ? { class: "below" } : {},
      element("th", { scope: "row" }, bar.words),
      element("td", { class: "bars", "aria-hidden": "true" }, element("div", {}, part("few", red), part("enough", bar.records - red))),
      element("td", { class: "number" }, count(bar.records)),
    );
  });
  const head = element("tr", {}, element("th", { scope: "col" }, "In a class of"), element("th", { "aria-hidden": "true" }), element("th", { scope: "col", class: "number" }, "Records"));
  return element("table", { class: "class-sizes" }, element("caption", {}, "Records by the size of their class"), element("thead", {}, head), element("tbody", {}, ...rows));
}

function populationWords(facts: KeyFacts): string {
  if (facts.weight === null) return "The records are taken for everybody there is: no column has the role weight.";
  const [low, high] = facts.population_uniques_ci;
  return `By ${facts.weight}, about ${facts.population_uniques.toFixed(1)} of those who are alone here are alone in the whole population too (between ${count(low)} and ${count(high)} with 95 % confidence).`;
}

function diversityWords({ diversity, rows }: KeyFacts): string | false {
  if (!diversity) return false;
  return `**${count(diversity.records_of_one_value)}** of ${count(rows)} records are in classes that have one value of ${diversity.column}: who finds the class knows it. The least diverse class has ${plural(diversity.smallest, "value")} of ${count(diversity.values)}.`;
}

function setWords({ suda, rows }: KeyFacts): string | false {
  const [first] = suda.sets;
  if (!first) return false;
  return `Most are singled out by ${first.keys.join(" + ")}: ${count(first.records)} of ${count(rows)} records have values there that nobody else has.`;
}

export function figureList(facts: KeyFacts): HTMLElement {
  const share = (n: number) => `${count(n)} of ${count(facts.rows)} records (${ofHundred(n, facts.rows)})`;
  const lines = [
    `**${share(facts.uniques)}** share their keys with nobody: who knows the keys finds the record. The smallest class has ${plural(facts.smallest, "record")}.`,
    `${share(facts.below3)} are in classes of fewer than 3, ${share(facts.below5)} of fewer than 5.`,
    `Who knows the keys of everybody, and takes for each record one of those who share them, is right for about **${count(Math.round(facts.expected_reidentifications))}** (${ofHundred(facts.expected_reidentifications, facts.rows)}).`,
    populationWords(facts),
    setWords(facts),
    diversityWords(facts),
  ];
  return element("ul", { class: "found key-figures" }, ...lines.filter((line): line is string => Boolean(line)).map((line) => element("li", {}, sentence(line))));
}

const cellsOf = (cost: KeyCost): number => cost.cells.reduce((sum, { cells }) => sum + cells, 0);

// What it takes until every record shares its keys with k: cells to empty, of each key, or records to leave out.
export function costView(look: KeyLook, cost: KeyCost): HTMLElement {
  const { k, below, records } = cost;
  const isSampled = look.counted < look.facts.rows;
  const all = look.counted * cost.cells.length;
  const cells = cellsOf(cost);
  const words =
    below === 0
      ? `Every record shares its keys with at least ${k}, itself counted: nothing has to be done.`
      : `${count(below)} of ${count(look.facts.rows)} records share their keys with fewer than ${k}. So that all share them, **${plural(cells, "cell")}** of ${count(all)} would be emptied (${ofHundred(cells, all)}), or **${plural(records, "record")}** left out (${ofHundred(records, look.counted)}).`;
  const most = Math.max(1, ...cost.cells.map((one) => one.cells));
  const rows = cost.cells.map((one) => {
    const bar = element("span", { class: "loss" });
    bar.style.width = `${(100 * one.cells) / most}%`;
    return element("tr", {}, element("th", { scope: "row" }, one.column), element("td", { class: "bars", "aria-hidden": "true" }, element("div", {}, bar)), element("td", { class: "number" }, count(one.cells)));
  });
  return element(
    "div",
    {},
    element("p", { class: "cost-words", role: "status" }, sentence(words)),
    isSampled &&
      element("p", { class: "quiet sampled" }, `Cells to empty and records to leave out were counted on a random sample of ${count(look.counted)} of ${count(look.facts.rows)} records. In the whole table more records share their keys, so that the share is at most about this.`),
    below > 0 && element("table", { class: "class-sizes costs" }, element("caption", {}, "Cells that would be emptied"), element("tbody", {}, ...rows)),
  );
}
