// The report as the library writes it: report/html.h. Whatever is missing is taken as empty, so that
// an unfinished or failed run still gives a page.
import type { VisualizationSpec } from "vega-embed";

export type Level = "usable" | "care" | "refused" | "unknown";
export type Cell = string | number | null;

export interface Verdict {
  level: Level;
  headline: string;
  facts: string;
  intruder: string[];
  analysts: string[];
  limits: string[];
  accepted: string; // why a release goes out although it is not under every ceiling
}
export interface Table {
  columns: string[];
  rows: Cell[][];
}
export interface Figure {
  id: string;
  title: string;
  sentence: string;
  alt: string;
  spec: VisualizationSpec | null;
  table: Table;
}
export interface Section {
  id: string;
  title: string;
  sentence: string;
  figures: Figure[];
}
export interface Report {
  title: string;
  audience: "internal" | "external";
  verdict: Verdict;
  sections: Section[];
  details: { name: string; value: string }[];
  notes: string[];
}

type Loose = Record<string, unknown>;
const levels: Level[] = ["usable", "care", "refused", "unknown"];

const object = (value: unknown): Loose => (typeof value === "object" && value !== null ? (value as Loose) : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === "string" ? value : value == null ? "" : String(value));
const texts = (value: unknown): string[] => list(value).map(text);

function verdictOf(value: unknown): Verdict {
  const from = object(value);
  return {
    level: levels.find((level) => level === from.level) ?? "unknown",
    headline: text(from.headline),
    facts: text(from.facts),
    intruder: texts(from.intruder),
    analysts: texts(from.analysts),
    limits: texts(from.limits),
    accepted: text(from.accepted),
  };
}

function figureOf(value: unknown): Figure {
  const from = object(value);
  const table = object(from.table);
  return {
    id: text(from.id),
    title: text(from.title),
    sentence: text(from.sentence),
    alt: text(from.alt),
    spec: from.spec && typeof from.spec === "object" ? (from.spec as VisualizationSpec) : null,
    table: { columns: texts(table.columns), rows: list(table.rows).map((row) => list(row) as Cell[]) },
  };
}

function sectionOf(value: unknown): Section {
  const from = object(value);
  return {
    id: text(from.id),
    title: text(from.title),
    sentence: text(from.sentence),
    figures: list(from.figures).map(figureOf),
  };
}

export function reportOf(value: unknown): Report {
  const from = object(value);
  return {
    title: text(from.title) || "Report",
    audience: from.audience === "external" ? "external" : "internal",
    verdict: verdictOf(from.verdict),
    sections: list(from.sections).map(sectionOf),
    details: list(from.details).map((detail) => ({ name: text(object(detail).name), value: text(object(detail).value) })),
    notes: texts(from.notes),
  };
}

export function parseReport(json: string): Report {
  try {
    return reportOf(JSON.parse(json));
  } catch {
    return reportOf({ title: "Report", notes: ["The results in this file are damaged and cannot be shown."] });
  }
}
