// The live page: five steps in one column, each opened by the one before.
import { element, plural } from "../dom";
import { reportOf } from "../report";
import { reportBody } from "../report_view";
import * as api from "./api";
import { chooseStep, type Choice } from "./choose_step";
import { columnsStep, proposedRole, type Roles } from "./columns_step";
import { openStep } from "./open_step";
import { progressView } from "./progress_view";
import { takeStep } from "./take_step";

const titles = ["Open", "Columns", "Choose", "Look", "Take"];
const workTitles: Record<string, string> = {
  mask: "Masking",
  evaluate: "Measuring",
  tune: "Tuning",
  compare: "Finding the best masking",
};

interface Steps {
  sections: HTMLElement[];
  bodies: HTMLElement[];
  links: HTMLElement[];
}

function makeSteps(): Steps {
  const bodies = titles.map(() => element("div", { class: "body" }));
  const sections = titles.map((title, i) =>
    element("section", { class: "step", id: `step-${i + 1}`, hidden: i > 0 }, element("h2", { tabindex: -1 }, `${i + 1}. ${title}`), bodies[i]),
  );
  const links = titles.map((title, i) => element("li", { class: i ? "later" : "" }, element("a", { href: `#step-${i + 1}` }, title)));
  return { sections, bodies, links };
}

function layout(steps: Steps, preview: HTMLElement, problem: HTMLElement): DocumentFragment {
  const page = document.createDocumentFragment();
  const where = `Nothing leaves this machine: the page is served by this computer at ${location.host} and all is forgotten when the program ends.`;
  page.append(
    element("a", { class: "skip", href: "#main" }, "Skip to the first step"),
    element("header", { class: "top" }, element("div", {}, element("h1", {}, "Overhand"), element("p", { class: "quiet" }, where))),
    element("nav", { class: "steps", "aria-label": "Steps" }, element("ol", {}, ...steps.links), preview),
    element("main", { id: "main", tabindex: -1 }, problem, ...steps.sections),
  );
  return page;
}

class App {
  private readonly steps = makeSteps();
  private readonly preview = element("p", { class: "preview", role: "status" });
  private readonly problem = element("p", { class: "problem", role: "alert", hidden: true });
  private table: api.TableFacts | null = null;
  private roles: Roles = new Map();

  constructor(
    page: HTMLElement,
    private readonly about: api.About,
    private readonly methods: api.Method[],
  ) {
    page.replaceChildren(layout(this.steps, this.preview, this.problem));
    this.steps.bodies[0]!.append(openStep(about, (load) => void this.open(load)));
  }

  // Shows the steps up to `last` (1-based) and moves there.
  private reveal(last: number, focus = last): void {
    this.steps.sections.forEach((section, i) => (section.hidden = i >= last));
    this.steps.links.forEach((link, i) => (link.className = i >= last ? "later" : ""));
    const heading = this.steps.sections[focus - 1]!.querySelector("h2")!;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "start", behavior: "smooth" });
  }

  private fill(step: number, ...content: Node[]): void {
    this.steps.bodies[step - 1]!.replaceChildren(...content);
  }

  private async orShowProblem(work: () => Promise<void>): Promise<void> {
    this.problem.hidden = true;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.problem.textContent = error.message;
      this.problem.hidden = false;
      this.problem.scrollIntoView({ block: "nearest" });
    }
  }

  private open(load: () => Promise<api.TableFacts>): Promise<void> {
    return this.orShowProblem(async () => {
      this.preview.textContent = "Reading …";
      this.table = null;
      this.reveal(1);
      try {
        this.table = await load();
      } finally {
        this.showPreview();
      }
      this.roles = new Map(this.table.columns.map((column) => [column.name, proposedRole(column)]));
      this.fill(2, columnsStep(this.table, this.roles, () => this.showPreview()));
      this.fill(3, chooseStep(this.about, this.methods, (choice) => void this.run(choice)));
      this.showPreview();
      this.reveal(3, 2);
    });
  }

  private named(role: string): string[] {
    return [...this.roles].filter(([, given]) => given === role).map(([name]) => name);
  }

  private showPreview(): void {
    if (!this.table) {
      this.preview.textContent = "";
      return;
    }
    const parts = ["mask", "drop", "keep"].map((role) => [role, this.named(role).length] as const).filter(([, n]) => n > 0);
    const roles = parts.map(([role, n]) => `${n} ${{ mask: "masked", drop: "dropped", keep: "kept" }[role]}`).join(", ");
    this.preview.textContent = `${this.table.filename}: ${plural(this.table.rows, "record")}, ${plural(this.table.columns.length, "column")} (${roles})`;
  }

  private run(choice: Choice): Promise<void> {
    const request = { ...choice.request, columns: { drop: this.named("drop"), keep: this.named("keep") } };
    return this.orShowProblem(async () => {
      const job = await api.start(choice.action, request);
      const progress = progressView(workTitles[choice.action] ?? "Working", () => void api.cancel(job));
      this.fill(4, progress.element);
      this.reveal(4);
      try {
        this.show(job, choice.action, await api.follow(job, progress.show));
      } catch (error) {
        this.reveal(3);
        throw error;
      }
    });
  }

  private show(job: number, action: string, outcome: api.Outcome): void {
    const look = reportBody(reportOf(outcome.report));
    if (action === "mask" && this.about.actions.includes("evaluate")) {
      const evaluate = () => void this.run({ action: "evaluate", request: { job } });
      look.prepend(element("div", { class: "buttons" }, element("button", { type: "button", click: evaluate }, "Measure risk and loss")));
    }
    this.fill(4, look);
    this.fill(5, takeStep(job, outcome));
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
