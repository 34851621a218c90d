// Reports to draw, of every kind of figure there is. Numbers are made up, the same each time.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const colours = { risk: "#c62828", loss: "#1565c0", overall: "#111111", ceiling: "#8a8a8a" };

// Lehmer's generator: made-up numbers that are the same on every machine.
function numbers(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

const axis = (title, domain) => ({ type: "quantitative", title, ...(domain && { scale: { domain } }) });

function riskUtilityMap() {
  const next = numbers(7);
  const methods = ["sjppds", "cell_rotate", "rank_noise", "mdav"];
  const values = methods.flatMap((method, m) =>
    Array.from({ length: 12 }, (_, i) => {
      const risk = (12 - i) / 14 + 0.05 * next();
      return { method, option: 5 * (i + 1), risk, loss: (0.05 + 0.05 * m) / (risk + 0.12) };
    }),
  );
  const chosen = values.filter((point) => point.method === "cell_rotate" && point.option === 55);
  return {
    id: "map", title: "Risk and loss of every setting", sentence: "Down and left is better; the **chosen** setting is the filled point left of the ceiling.",
    alt: "Scatter plot of risk against loss for 48 settings of four methods, the chosen one with risk 0.09 and loss 0.38",
    spec: {
      height: 300,
      layer: [
        { data: { values }, mark: { type: "point", tooltip: true }, encoding: {
          x: { field: "risk", ...axis("risk (0 safe … 1 unsafe)", [0, 1]) }, y: { field: "loss", ...axis("loss (0 none … 1 all)", [0, 1]) },
          shape: { field: "method", title: "method" }, color: { value: "#8a8a8a" } } },
        { data: { values: chosen }, mark: { type: "point", filled: true, size: 160, color: colours.overall }, encoding: { x: { field: "risk", type: "quantitative" }, y: { field: "loss", type: "quantitative" } } },
        { data: { values: [{ ceiling: 0.2 }] }, mark: { type: "rule", strokeDash: [6, 4], color: colours.ceiling }, encoding: { x: { field: "ceiling", type: "quantitative" } } },
      ],
    },
    table: { columns: ["method", "option", "risk", "loss"], rows: values.map((v) => [v.method, v.option, v.risk, v.loss]) },
  };
}

function tradeoffCurve() {
  const names = ["loss", "risk", "overall", "DBRL"];
  const values = names.flatMap((measure, m) =>
    Array.from({ length: 20 }, (_, i) => ({ measure, bins: 5 * (i + 1), value: [0.7 - i * 0.03, 0.05 + i * 0.035, 0.37, 0.02 + i * 0.045][m] })),
  );
  return {
    id: "tradeoff", title: "More bins: less loss, more risk", sentence: "Where risk (red) crosses the ceiling, stop.", alt: "Line chart of loss, risk, overall score and DBRL against the number of bins",
    spec: {
      data: { values }, height: 300, mark: { type: "line", point: true },
      encoding: { x: { field: "bins", ...axis("bins") }, y: { field: "value", ...axis("score (0 good … 1 bad)", [0, 1]) },
        color: { field: "measure", title: null, scale: { domain: names, range: [colours.loss, colours.risk, colours.overall, colours.ceiling] } },
        strokeDash: { field: "measure", title: null, scale: { domain: names } } },
    },
    table: { columns: ["measure", "bins", "value"], rows: values.map((v) => [v.measure, v.bins, v.value]) },
  };
}

function boxplots() {
  const next = numbers(11);
  const values = ["sjppds", "cell_rotate", "rank_noise", "mdav"].flatMap((method, m) =>
    Array.from({ length: 30 }, () => ({ method, score: 0.08 + 0.04 * m + 0.05 * next() * next() })),
  );
  return {
    id: "scores", title: "Overall score in 30 replications", sentence: "Lower is better.", alt: "Boxplots of the overall score of four methods",
    spec: { data: { values }, height: 260, mark: { type: "boxplot", color: colours.overall }, encoding: { x: { field: "method", type: "nominal", title: null }, y: { field: "score", ...axis("overall score") } } },
    table: { columns: ["method", "score"], rows: values.map((v) => [v.method, v.score]) },
  };
}

function histogramPair(column, seed) {
  const next = numbers(seed);
  const values = ["original", "masked"].flatMap((table) =>
    Array.from({ length: 20 }, (_, i) => ({ table, from: i * 50, to: (i + 1) * 50, count: Math.round(200 * Math.exp(-((i - 8) ** 2) / 20) + 8 * next()) })),
  );
  return {
    id: `margin-${column}`, title: column, sentence: "Original filled, masked as a line.", alt: `Histograms of ${column}, original and masked`,
    spec: {
      data: { values }, height: 180,
      layer: [
        { transform: [{ filter: "datum.table === 'original'" }], mark: { type: "bar", color: colours.ceiling, opacity: 0.6 }, encoding: { x: { field: "from", type: "quantitative", bin: "binned", title: column }, x2: { field: "to" }, y: { field: "count", ...axis("records") } } },
        { transform: [{ filter: "datum.table === 'masked'" }], mark: { type: "line", interpolate: "step-after", color: colours.overall }, encoding: { x: { field: "from", type: "quantitative" }, y: { field: "count", type: "quantitative" } } },
      ],
    },
    table: { columns: ["table", "from", "to", "records"], rows: values.map((v) => [v.table, v.from, v.to, v.count]) },
  };
}

function correlationMaps() {
  const names = ["age", "hours", "income", "tax", "rent", "savings"];
  const values = ["original", "masked", "difference"].flatMap((table, t) =>
    names.flatMap((row, i) => names.map((column, j) => ({ table, row, column, correlation: t === 2 ? 0.02 * (i - j) : 0.75 ** Math.abs(i - j) }))),
  );
  return {
    id: "correlations", title: "Correlations", sentence: "The right map is the difference: pale is good.", alt: "Three heat maps of the correlations between six columns: original, masked, difference",
    spec: {
      data: { values }, facet: { column: { field: "table", sort: ["original", "masked", "difference"], title: null } },
      spec: { width: 240, height: 240, mark: "rect", encoding: { x: { field: "column", type: "nominal", title: null, sort: names }, y: { field: "row", type: "nominal", title: null, sort: names },
        color: { field: "correlation", type: "quantitative", scale: { domain: [-1, 1], range: ["#c62828", "#eeeeee", "#1565c0"] } } } },
    },
    table: { columns: ["table", "row", "column", "correlation"], rows: values.map((v) => [v.table, v.row, v.column, v.correlation]) },
  };
}

function scatterPairs() {
  const next = numbers(5);
  const values = ["original", "masked"].flatMap((table) =>
    Array.from({ length: 250 }, () => {
      const income = 1000 + 3000 * next();
      return { table, income, tax: 0.25 * income + 300 * next() };
    }),
  );
  return {
    id: "pair", title: "Income and tax, before and after", sentence: "The clouds should look alike.", alt: "Two scatter plots of income and tax, original and masked",
    spec: {
      data: { values },
      hconcat: ["original", "masked"].map((table) => ({ title: table, width: 360, height: 240, transform: [{ filter: `datum.table === '${table}'` }], mark: { type: "point", size: 12, color: colours.loss }, encoding: { x: { field: "income", ...axis("income") }, y: { field: "tax", ...axis("tax") } } })),
    },
    table: { columns: ["table", "income", "tax"], rows: values.map((v) => [v.table, v.income, v.tax]) },
  };
}

export function sampleReport() {
  return {
    schema: 1, title: "Survey, masked by cell_rotate", audience: "internal",
    verdict: {
      level: "care", headline: "Usable with care.", facts: "1,080 records, 12 columns, masked by cell_rotate with k = 20.",
      intruder: ["Of 100 records, linked to their own original: **7** (ceiling 20).", "Knowing three facts about a person, each other fact guessed right: 13 in 100, against 12 in 100 for people who are not in the table."],
      analysts: ["Every column's distribution is kept exactly.", "Correlations stay within **0.02**.", "A model that tries to tell masked from original records succeeds little (0.09 of 1)."],
      limits: ["It is no differential privacy.", "Two releases of overlapping data can reveal more than one."],
    },
    sections: [
      { id: "choice", title: "What was tried", sentence: "48 settings of four methods.", figures: [riskUtilityMap(), tradeoffCurve()] },
      { id: "measures", title: "Measures", sentence: "", figures: [boxplots()] },
      { id: "margins", title: "Each column, before and after", sentence: "What analysts see first.", figures: [histogramPair("income", 3), histogramPair("rent", 4)] },
      { id: "relations", title: "Relations between columns", sentence: "", figures: [correlationMaps(), scatterPairs()] },
    ],
    details: [{ name: "method", value: "cell_rotate" }, { name: "k", value: "20" }, { name: "version", value: "0.1.0" }, { name: "command", value: "overhand mask survey.csv -o masked.csv --method cell_rotate --k 20" }],
    notes: ["A name with </script><script>alert(1)</script> and <!-- in it is shown as it is."],
  };
}

// A table of very many columns: as many figures, and one long table.
export function hugeReport(columns) {
  const names = Array.from({ length: columns }, (_, i) => `column_${i + 1}`);
  const table = { columns: ["column", "risk", "loss"], rows: names.map((name, i) => [name, i / columns, 1 - i / columns]) };
  const overview = { id: "all", title: "All columns", sentence: "", alt: "Risk by column", table,
    spec: { data: { values: table.rows.map(([, risk], i) => ({ i, risk })) }, mark: "bar", encoding: { x: { field: "i", type: "quantitative", title: "column" }, y: { field: "risk", type: "quantitative" } } } };
  return { schema: 1, title: "Huge", audience: "external", verdict: { level: "refused", headline: "", facts: "", intruder: [], analysts: [], limits: [] },
    sections: [{ id: "all-columns", title: "Columns", sentence: "", figures: [overview, ...names.map((name, i) => histogramPair(name, i + 1))] }], details: [], notes: [] };
}

// As the library does it (src/overhand/report/html.cpp).
export function writeReport(report, file) {
  const template = readFileSync(path.join(path.dirname(process.env.OVERHAND_BINARY), "page/index.html"), "utf8");
  const json = JSON.stringify(report).replaceAll("<", "\\u003c");
  writeFileSync(file, template.replace("<!--OVERHAND_REPORT-->", () => `<script id="report" type="application/json">${json}</script>`));
  return file;
}
