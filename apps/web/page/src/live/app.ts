// The live page: five steps in one column, each opened by the one before, and a bar that stays in view.
import { element, plural } from "../dom";
import { reportOf } from "../report";
import { reportBody } from "../report_view";
import * as api from "./api";
import { chooseStep, openMethod, settingsOf, type Choice } from "./choose_step";
import { choiceOf, columnsStep, named, requestOf, type ColumnChoice } from "./columns_step";
import { noKeyChoice } from "./key_choice";
import { openStep } from "./open_step";
import { ReadingPanel } from "./reading_panel";
import { noRelations } from "./relations_box";
import { foundView, progressView } from "./progress_view";
import { StatusBar } from "./status_bar";
import { takeStep, type TakeStep } from "./take_step";

const titles = ["Open", "Columns", "Choose", "Look", "Take"];
const workTitles: Record<string, string> = {
  mask: "Masking",
  evaluate: "Measuring",
  tune: "Tuning",
  compare: "Finding the best masking",
  release: "Finding the best release",
};

interface Steps {
  sections: HTMLElement[];
  bodies: HTMLElement[];
  links: HTMLElement[];
}

// A result in view, and what it was made with.
interface Shown {
  choice: Choice;
  settings: string;
  take: TakeStep;
}

function makeSteps(): Steps {
  const bodies = titles.map(() => element("div", { class: "body" }));
  const sections = titles.map((title, i) =>
    element("section", { class: "step", id: `step-${i + 1}`, hidden: i > 0 }, element("h2", { tabindex: -1 }, `${i + 1}. ${title}`), bodies[i]),
  );
  const links = titles.map((title, i) => element("li", { class: i ? "later" : "" }, element("a", { href: `#step-${i + 1}` }, title)));
  return { sections, bodies, links };
}

function layout(steps: Steps, bar: StatusBar): DocumentFragment {
  const page = document.createDocumentFragment();
  const where = `Nothing leaves this machine: the page is served by this computer at ${location.host} and all is forgotten when the program ends.`;
  page.append(
    element("a", { class: "skip", href: "#main" }, "Skip to the first step"),
    element("header", { class: "top" }, element("div", {}, element("h1", {}, "Overhand"), element("p", { class: "quiet" }, where))),
    bar.element,
    element("main", { id: "main", tabindex: -1 }, ...steps.sections),
  );
  return page;
}

const staleNotice = () =>
  element("p", { class: "warning stale-notice" }, "Out of date: a column, a method or an option was changed after this result. Run it again to take it.");

class App {
  private readonly steps = makeSteps();
  private readonly bar = new StatusBar(this.steps.links);
  private table: api.TableFacts | null = null;
  private columns: ColumnChoice = { plans: new Map(), keepsIdentifiers: false, relations: noRelations(), keys: noKeyChoice() };
  private shown: Shown | null = null;
  private readonly panel = new ReadingPanel((reading) => void this.readAgain(reading));
  private reads = 0;

  constructor(
    page: HTMLElement,
    private readonly about: api.About,
    private readonly methods: api.Method[],
  ) {
    page.replaceChildren(layout(this.steps, this.bar));
    this.steps.bodies[0]!.append(openStep(about, (load) => void this.open(load)), this.panel.element);
    for (const name of ["input", "change", "toggle"]) {
      this.steps.bodies[2]!.addEventListener(name, () => this.checkStale(), true); // toggle does not bubble
    }
  }

  // Shows the steps up to `last` (1-based).
  private show(last: number): void {
    this.steps.sections.forEach((section, i) => (section.hidden = i >= last));
    this.steps.links.forEach((link, i) => (link.className = i >= last ? "later" : ""));
  }

  private moveTo(heading: HTMLElement): void {
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "start", behavior: "smooth" });
  }

  private reveal(last: number, focus = last): void {
    this.show(last);
    this.moveTo(this.steps.sections[focus - 1]!.querySelector("h2")!);
  }

  private fill(step: number, ...content: Node[]): void {
    this.steps.bodies[step - 1]!.replaceChildren(...content);
  }

  private async orShowProblem(work: () => Promise<void>): Promise<void> {
    this.bar.clearProblem();
    try {
      await work();
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.bar.showProblem(error.message, this.waysOut(error.asked));
    }
  }

  private waysOut(asked: api.Asked | undefined): { words: string; take: () => void }[] {
    if (!asked) return [];
    return asked.choices.map(({ words, reading }) => ({ words, take: () => void this.readAgain({ ...asked.reading, ...reading }) }));
  }

  private open(load: () => Promise<api.TableFacts>): Promise<void> {
    this.panel.clear();
    return this.read(load, () => this.moveTo(this.panel.heading));
  }

  // The person stays where they are and sees what the change does.
  private readAgain(reading: api.Reading): Promise<void> {
    return this.read(() => api.readAgain(reading), () => {});
  }

  private read(load: () => Promise<api.TableFacts>, shown: () => void): Promise<void> {
    return this.orShowProblem(async () => {
      const turn = ++this.reads;
      this.table = null;
      this.shown = null;
      this.show(1);
      this.bar.preview.textContent = "Reading …";
      const table = await this.loaded(load, turn);
      if (table === null) return;
      this.table = table;
      this.columns = choiceOf(table);
      this.fill(2, columnsStep(table, this.columns, () => this.columnsChanged(), (work) => void this.orShowProblem(work)));
      this.fill(3, chooseStep(this.about, this.methods, (choice) => void this.run(choice)));
      this.panel.showTable(table);
      this.showPreview();
      this.show(3);
      shown();
    });
  }

  // Null when something else was asked for meanwhile.
  private async loaded(load: () => Promise<api.TableFacts>, turn: number): Promise<api.TableFacts | null> {
    try {
      const table = await load();
      return turn === this.reads ? table : null;
    } catch (error) {
      if (turn !== this.reads) return null;
      this.showPreview();
      if (error instanceof api.Refusal && error.asked) this.panel.showAsked(error.asked);
      throw error;
    }
  }

  private columnsChanged(): void {
    this.showPreview();
    this.checkStale();
  }

  private showPreview(): void {
    if (!this.table) {
      this.bar.preview.textContent = "";
      return;
    }
    const words: Record<api.Role, string> = { mask: "masked", drop: "dropped", keep: "kept", unit: "for units", stratum: "for strata", weight: "for weights" };
    const parts = (Object.keys(words) as api.Role[]).map((role) => [role, named(this.columns, role).length] as const);
    const roles = parts.filter(([, n]) => n > 0).map(([role, n]) => `${n} ${words[role]}`).join(", ");
    this.bar.preview.textContent = `${this.table.filename}: ${plural(this.table.rows, "record")}, ${plural(this.table.columns.length, "column")} (${roles})`;
  }

  private settings(): string {
    return JSON.stringify([...this.columns.plans, this.columns.keepsIdentifiers, this.columns.relations, this.columns.keys]) + settingsOf(this.steps.bodies[2]!);
  }

  // Marks the result as out of date when what it was made with has changed.
  private checkStale(): void {
    if (!this.shown) return;
    const made = this.shown.choice.request.method;
    const open = openMethod(this.steps.bodies[2]!);
    const isOtherMethod = made !== undefined && open !== null && open !== made;
    const isStale = isOtherMethod || this.settings() !== this.shown.settings;
    this.shown.take.setStale(isStale);
    for (const body of this.steps.bodies.slice(3)) {
      body.classList.toggle("stale", isStale);
      body.querySelector(".stale-notice")?.remove();
      if (isStale) body.prepend(staleNotice());
    }
  }

  private run(choice: Choice): Promise<void> {
    const request = { ...choice.request, columns: requestOf(this.columns) };
    return this.orShowProblem(async () => {
      const settings = this.settings();
      const job = await api.start(choice.action, request);
      const progress = progressView(workTitles[choice.action] ?? "Working", () => void api.cancel(job));
      this.shown = null;
      this.bar.showWork(progress.bar);
      this.fill(4, progress.found);
      this.fill(5);
      this.reveal(4);
      try {
        const outcome = await api.follow(job, progress.show);
        await this.showResult(job, outcome, { choice, settings });
      } catch (error) {
        this.showFound(error);
        throw error;
      } finally {
        this.bar.showWork(null);
      }
    });
  }

  // A stop keeps what was found before.
  private showFound(error: unknown): void {
    const found = error instanceof api.Refusal ? error.found : null;
    if (!found?.points?.length) return this.reveal(3);
    this.fill(4, element("p", {}, "This was found before the end; nothing was masked with it. Run it again, or pick a method and mask with one of these settings."), foundView(found));
    this.reveal(4);
  }

  private async showResult(job: number, outcome: api.Outcome, made: { choice: Choice; settings: string }): Promise<void> {
    const look = reportBody(reportOf(await api.report(job)), { isFolded: true });
    if (made.choice.action === "mask" && this.about.actions.includes("evaluate")) {
      const evaluate = () => void this.run({ action: "evaluate", request: { job } });
      look.prepend(element("div", { class: "buttons" }, element("button", { type: "button", click: evaluate }, "Measure risk and loss")));
    }
    const take = takeStep(job, outcome, (work) => void this.orShowProblem(work));
    this.fill(4, look);
    this.fill(5, take.element);
    this.shown = { ...made, take };
    this.checkStale(); // changed while it was made
    this.reveal(5, 4);
  }
}

export async function startApp(page: HTMLElement): Promise<void> {
  try {
    const [about, methods] = await Promise.all([api.about(), api.methods()]);
    new App(page, about, methods);
  } catch {
    page.replaceChildren(
      element("main", { class: "alone" }, element("h1", {}, "Overhand"), element("p", {}, "There is no report in this file, and no program behind it. Start one with: overhand serve")),
    );
  }
}
