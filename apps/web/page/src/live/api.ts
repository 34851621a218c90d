// The server's interface. Every address is relative, so that the token in the page's own goes along.
import { element } from "../dom";
import type { Level, Report } from "../report";

export interface About {
  version: string;
  max_upload_bytes: number;
  extensions: string[]; // of the files that can be read
  profiles: Profile[];
  actions: string[];
}
// Whom a release is for: its ceilings.
export interface Profile {
  name: string;
  words: string;
}
export const types = ["integer", "real", "boolean", "category", "date", "timestamp", "duration", "text"] as const;
export type Type = (typeof types)[number];
export type Role = "mask" | "drop" | "keep" | "unit" | "stratum" | "weight"; // of the first three one is proposed
export interface ColumnFacts {
  name: string;
  found: Type; // what the values are; type and role are proposed
  type: Type;
  role: Role;
  why: string;
  missing: number;
  distinct: number;
  histogram: number[];
  looks_like_identifier: boolean;
}
// What is said about how a file is read; "" is found by looking.
export interface Reading {
  header: string;
  delimiter: string;
  decimal: string;
  encoding: string;
  sheet: string;
}
// How the table stood in its file.
export interface Layout {
  kind: "text" | "workbook" | "other";
  header?: boolean;
  delimiter?: string;
  decimal?: string;
  encoding?: string;
  sheet?: string;
}
export interface TableFacts {
  filename: string;
  rows: number;
  columns: ColumnFacts[];
  identities: string[]; // sums and orders between columns that hold in every record
  rules: string[];
  preview: { columns: string[]; rows: (string | null)[][] };
  reading: Reading;
  layout: Layout;
  notes: string[]; // what was left out or guessed, and what holds in every record
}
// Of a file that could not be read so: what would settle it.
export interface Asked {
  filename: string;
  kind: Layout["kind"];
  reading: Reading;
  choices: Choice[];
}
export interface Choice {
  words: string;
  reading: globalThis.Partial<Reading>;
}
export interface Option {
  name: string;
  default: string | number | boolean;
  help: string;
  minimum?: number;
  maximum?: number;
  choices?: string[];
}
export interface Method {
  name: string;
  summary: string;
  keeps: string;
  reference: string;
  options: Option[];
}
export interface MapPoint {
  label: string;
  risk: number;
  loss: number;
}
export interface Step {
  stage: string;
  done: number;
  total: number;
  seconds_left: number | null;
  partial?: Partial | null;
}
export type Partial = { sentence?: string; points?: MapPoint[] };
export interface Outcome {
  command: string;
  masked: boolean;
  key: "operating system" | "key file" | "seed" | null; // where the masking's chance came from
  schema: string | null; // the file that the command reads
  level: Level;
  has_external_report: boolean;
  release?: boolean; // attacked, and held against ceilings
}
// Fewer and wider values of a column, in the words of a schema.
export type Coarsening = { bands: number } | { prefix: number } | { to: string } | { merge_below: number };
export const coarseningWords = (coarsening: Coarsening): string => Object.entries(coarsening).map(([what, value]) => `${what.replace("_", " ")} ${value}`).join(", ");
// What the keys tell, as `overhand keys` writes it.
export interface KeyFacts {
  rows: number;
  weight: string | null;
  smallest: number;
  uniques: number;
  below3: number;
  below5: number;
  sizes: { from: number; to: number; words: string; records: number }[];
  expected_reidentifications: number;
  population_uniques: number;
  population_uniques_ci: [number, number];
  suda: { sets: { keys: string[]; records: number }[] };
  diversity?: { column: string; values: number; smallest: number; records_of_one_value: number };
}
// What it takes until every record shares its keys with k.
export interface KeyCost {
  k: number;
  below: number;
  cells: { column: string; cells: number }[];
  records: number;
}
export interface KeyLook {
  facts: KeyFacts;
  costs: KeyCost[]; // from k = 2 on
  counted: number; // records of which the costs were counted
  problem: string | null; // why there are none
}
export interface KeyStep {
  column: string;
  coarsening: Coarsening;
  words: string;
  values: number;
  kept: number;
}
export interface KeyProposal {
  k: number;
  records: number;
  below: number;
  left: number;
  steps: KeyStep[];
}
export type Download = "masked" | "report" | "report-internal" | "manifest";

// A sentence of the library or the server, to be shown as it is; `found` is what was found before, `asked` what is
// asked about a file.
export class Refusal extends Error {
  constructor(
    message?: string,
    readonly found?: Partial | null,
    readonly asked?: Asked,
  ) {
    super(message);
  }
}

async function answer<T>(request: Promise<Response>): Promise<T> {
  let response: Response;
  try {
    response = await request;
  } catch {
    throw new Refusal("The program behind this page does not answer. Was it stopped?");
  }
  const body = (await response.json().catch(() => ({}))) as { error?: string } & globalThis.Partial<Asked>;
  if (!response.ok) {
    throw new Refusal(body.error ?? `The program refused this (${response.status}).`, null, body.choices && (body as Asked));
  }
  return body as T;
}

const get = <T>(path: string): Promise<T> => answer<T>(fetch(`api/${path}`));
const post = <T>(path: string, body: unknown): Promise<T> =>
  answer<T>(fetch(`api/${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }));

export const about = (): Promise<About> => get("about");
export const methods = async (): Promise<Method[]> => (await get<{ methods: Method[] }>("methods")).methods;
export const sample = (): Promise<TableFacts> => get("sample");
export const upload = (file: File): Promise<TableFacts> =>
  answer(fetch("api/upload", { method: "POST", headers: { "X-Filename": encodeURIComponent(file.name) }, body: file }));
export const schema = async (columns: unknown): Promise<string> => (await post<{ text: string }>("schema", { columns })).text;
export const readAgain = (reading: Reading): Promise<TableFacts> => post("reading", reading);
export const start = async (action: string, request: unknown): Promise<number> =>
  (await post<{ job: number }>(action, request)).job;
export const cancel = (job: number): Promise<unknown> => post(`jobs/${job}/cancel`, {});
export const report = (job: number): Promise<Report> => get(`jobs/${job}/report`);
// Gives the command that does the same.
export const acceptRisk = async (job: number, reason: string): Promise<string> =>
  (await post<{ command: string }>(`jobs/${job}/accept-risk`, { reason })).command;

// Asks first whether the result is still there: a download that fails says nothing to the page.
export async function download(job: number, what: Download): Promise<void> {
  await get(`jobs/${job}`);
  element("a", { href: `api/jobs/${job}/download/${what}`, download: "" }).click();
}

// Follows a job to its end: each step to `show`, then the outcome, or a Refusal.
export function follow<T = Outcome>(job: number, show: (step: Step) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const events = new EventSource(`api/jobs/${job}/events`);
    events.onmessage = (event) => {
      const data = JSON.parse(event.data as string) as Step & { result?: T; error?: string };
      if (data.result === undefined && data.error === undefined) return show(data);
      events.close();
      if (data.result) resolve(data.result);
      else reject(new Refusal(data.error, data.partial));
    };
    events.onerror = () => {
      if (events.readyState === EventSource.CLOSED) reject(new Refusal("The program behind this page does not answer."));
    };
  });
}
