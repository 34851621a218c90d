// How the file is read, with the first records as they come out of it: a wrong guess shows at once, and a select mends it.
import { element } from "../dom";
import type { Asked, Layout, Reading, TableFacts } from "./api";

interface Setting {
  key: keyof Reading;
  label: string;
  words: Record<string, string>; // of each value
}

const delimiters = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar |", ":": "colon", " ": "space" };
const decimals = { ".": "point 1.5", ",": "comma 1,5" };
const encodings = { "utf-8": "UTF-8", "utf-16le": "UTF-16 (little-endian)", "utf-16be": "UTF-16 (big-endian)", "windows-1252": "Windows-1252, Latin-1" };
const headers = { present: "names", absent: "a record" };

const header: Setting = { key: "header", label: "First line", words: headers };
const ofText: Setting[] = [
  { key: "delimiter", label: "Delimiter", words: delimiters },
  { key: "decimal", label: "Decimals", words: decimals },
  { key: "encoding", label: "Encoding", words: encodings },
  header,
];

// What was found by looking, as the setting's words say it.
function found(setting: Setting, layout: Layout | null): string {
  const value = setting.key === "header" ? layout?.header : layout?.[setting.key];
  if (value === undefined) return "as it looks";
  const key = typeof value === "boolean" ? (value ? "present" : "absent") : value;
  return `as it looks: ${setting.words[key] ?? key}`;
}

function selectOf(setting: Setting, reading: Reading, layout: Layout | null, changed: () => void): HTMLElement {
  const said = reading[setting.key];
  const option = (value: string, words: string) => element("option", { value, selected: value === said }, words);
  const id = `reading-${setting.key}`;
  const select = element(
    "select",
    { id },
    option("", said === "" ? found(setting, layout) : "as it looks"),
    ...Object.entries(setting.words).map(([value, words]) => option(value, words)),
  );
  select.addEventListener("change", () => {
    reading[setting.key] = select.value;
    changed();
  });
  return element("div", { class: "field" }, element("label", { for: id }, setting.label), select);
}

function previewOf(table: TableFacts): HTMLElement {
  const { columns, rows } = table.preview;
  const head = columns.map((name) => element("th", { scope: "col" }, name));
  const cell = (text: string | null) => (text === null ? element("td", { class: "missing", title: "missing" }) : element("td", {}, text));
  return element(
    "div",
    { class: "scroll", role: "region", "aria-label": "First records", tabindex: 0 },
    element(
      "table",
      { class: "first-records" },
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map(cell)))),
    ),
  );
}

const notesOf = (notes: string[]): HTMLElement[] =>
  notes.length === 0 ? [] : [element("ul", { class: "found", "aria-label": "What reading found" }, ...notes.map((note) => element("li", {}, note)))];

export class ReadingPanel {
  readonly heading = element("h3", { tabindex: -1 });
  readonly element = element("div", { class: "reading", hidden: true });
  private sheets: string[] = [];

  // `changed` gets what is to be said about the file from now on.
  constructor(private readonly changed: (reading: Reading) => void) {}

  // Before another file.
  clear(): void {
    this.sheets = [];
    this.element.hidden = true;
  }

  showTable(table: TableFacts): void {
    this.heading.textContent = `${table.filename}, as it is read`;
    const less = table.preview.columns.length < table.columns.length && ` The first ${table.preview.columns.length} columns are shown.`;
    const words = element("p", { class: "quiet" }, "Its first records. Where they look wrong, change how the file is read.", less);
    const shown = [words, ...notesOf(table.notes), previewOf(table)];
    this.fill(this.settings(table.layout.kind), table.reading, table.layout, ...shown);
  }

  showAsked(asked: Asked): void {
    this.heading.textContent = `${asked.filename} is not read yet`;
    const sheets = asked.choices.flatMap(({ reading }) => reading.sheet ?? []);
    if (sheets.length > 0) this.sheets = sheets;
    this.fill(this.settings(asked.kind), asked.reading, null);
  }

  private settings(kind: Layout["kind"]): Setting[] {
    if (kind === "text") return ofText;
    if (kind === "other") return [];
    const sheet: Setting = { key: "sheet", label: "Sheet", words: Object.fromEntries(this.sheets.map((name) => [name, name])) };
    return this.sheets.length > 0 ? [sheet, { ...header, label: "First row" }] : [{ ...header, label: "First row" }];
  }

  private fill(settings: Setting[], said: Reading, layout: Layout | null, ...shown: HTMLElement[]): void {
    const reading = { ...said };
    const selects = settings.map((setting) => selectOf(setting, reading, layout, () => this.changed(reading)));
    this.element.replaceChildren(this.heading, element("div", { class: "fields" }, ...selects), ...shown);
    this.element.hidden = false;
  }
}
