// Who shares the columns that stay readable, what it costs to make records share them, and what to do about it.
import { count, element, plural, sentence } from "../dom";
import * as api from "./api";
import type { KeyChoice } from "./key_choice";
import { classBars, costView, figureList } from "./keys_view";
import { latestLook } from "./latest_look";
import { progressView } from "./progress_view";

const usualK = 3;
const patience = 300; // milliseconds without a change

// `columns` is what becomes of the columns as the server takes it, `keys` their names, `changed` tells of what was taken.
export interface KeysContext {
  choice: KeyChoice;
  keys: () => string[];
  others: () => string[]; // columns that may be sensitive
  columns: () => Record<string, unknown>;
  changed: () => void;
}

export class KeysPanel {
  readonly element: HTMLElement;
  private readonly counting = element("div");
  private readonly picture = element("div", { class: "key-picture" });
  private readonly costs = element("div");
  private readonly proposal = element("div", { class: "proposal" });
  private readonly taken = element("div");
  private readonly result = element("div", { hidden: true });
  private readonly sensitive = element("select", { id: "sensitive" });
  private readonly slider = element("input", { type: "range", id: "k", min: 2, max: 20, step: 1, value: usualK });
  private readonly sliderWords = element("output", { for: "k" });
  private readonly looks = latestLook<api.KeyLook>("keys");
  private readonly proposals = latestLook<api.KeyProposal>("coarsen");
  private look: api.KeyLook | null = null;
  private proposed: api.KeyProposal | null = null;
  private asked = "";
  private timer = 0;

  constructor(private readonly context: KeysContext) {
    this.slider.addEventListener("input", () => this.showK());
    this.slider.addEventListener("change", () => this.later(() => this.propose()));
    this.sensitive.addEventListener("change", () => this.later(() => this.count()));
    this.element = this.layout();
    this.update();
  }

  // Counts again where what is counted has changed.
  update(): void {
    const keys = this.context.keys();
    this.element.hidden = keys.length === 0;
    if (keys.length === 0) {
      this.looks.stop();
      this.asked = "";
      return;
    }
    this.offerSensitive();
    this.later(() => this.count());
  }

  private layout(): HTMLElement {
    const field = element("div", { class: "field k" }, element("label", { for: "k" }, "Every record shares its keys with at least"), this.slider, this.sliderWords);
    const sensitive = element("div", { class: "field" }, element("label", { for: "sensitive" }, "What nobody should learn"), this.sensitive, element("p", { class: "quiet" }, "Where all records of a class have the same value of it, who finds the class knows it."));
    this.result.append(this.picture, sensitive, element("h4", {}, "What it costs to make them share"), field, this.costs, this.proposal, this.taken);
    return element(
      "section",
      { class: "keys-panel", "aria-label": "Who shares these keys", hidden: true },
      element("h3", {}, "Who shares these keys"),
      element("p", {}, "Columns that are kept and marked as keys go out readable, and an intruder may know them. Records that have the same values in all of them are a class: who is alone in one can be found."),
      this.counting,
      this.result,
    );
  }

  private later(work: () => Promise<void>): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void work(), patience);
  }

  private offerSensitive(): void {
    const before = this.sensitive.value;
    const options = this.context.others().map((name) => element("option", { value: name, selected: name === before }, name));
    this.sensitive.replaceChildren(element("option", { value: "" }, "nothing is named"), ...options);
  }

  private async count(): Promise<void> {
    const request = { columns: { ...this.context.columns(), keys: this.context.keys() }, sensitive: this.sensitive.value };
    const said = JSON.stringify({ ...request, columns: { ...request.columns, k: 0 } }); // k changes no count
    if (said === this.asked && this.look) return;
    this.asked = said;
    const progress = progressView("Counting who shares keys", () => this.looks.stop());
    this.counting.replaceChildren(progress.bar);
    try {
      const look = await this.looks.ask(request, progress.show);
      if (look === null) return;
      this.counting.replaceChildren();
      this.show(look);
      await this.propose();
    } catch (error) {
      this.showProblem(error);
    }
  }

  private showProblem(error: unknown): void {
    if (!(error instanceof api.Refusal)) throw error;
    this.asked = "";
    this.result.hidden = true;
    const again = element("button", { type: "button", class: "second", click: () => void this.count() }, "Count again");
    this.counting.replaceChildren(element("p", { class: "warning", role: "status" }, error.message), again);
  }

  private show(look: api.KeyLook): void {
    this.look = look;
    this.result.hidden = false;
    this.slider.max = String(look.costs.at(-1)?.k ?? 2);
    this.slider.disabled = look.costs.length === 0;
    this.showK();
  }

  private get k(): number {
    return Number(this.slider.value);
  }

  // Of what is counted already: as quick as the hand.
  private showK(): void {
    if (!this.look) return;
    const { facts, costs, problem } = this.look;
    const cost = costs.find(({ k }) => k === this.k);
    this.sliderWords.textContent = `${this.k} records, itself counted`;
    this.slider.setAttribute("aria-valuetext", `${this.k} records`);
    this.picture.replaceChildren(classBars(facts, cost?.k ?? 2, cost?.below ?? facts.uniques), figureList(facts));
    this.costs.replaceChildren(cost ? costView(this.look, cost) : element("p", { class: "warning" }, problem ?? "There are too few records to share keys."));
    this.showProposal();
    this.showTaken();
  }

  private async propose(): Promise<void> {
    if (!this.look || this.look.costs.length === 0) return;
    this.proposal.setAttribute("aria-busy", "true");
    try {
      const request = { columns: { ...this.context.columns(), keys: this.context.keys() }, k: this.k };
      const proposed = await this.proposals.ask(request, () => {});
      if (proposed === null) return;
      this.proposed = proposed;
      this.showProposal();
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.proposal.replaceChildren(element("p", { class: "quiet" }, `How the keys could be made coarser is not known: ${error.message}`));
    } finally {
      this.proposal.removeAttribute("aria-busy");
    }
  }

  private showProposal(): void {
    const steps = this.proposed?.steps ?? [];
    const names = this.context.keys().filter((name) => name in this.context.choice.coarsened && !steps.some((step) => step.column === name));
    if (steps.length + names.length === 0) return this.proposal.replaceChildren();
    const { below = 0, left = 0, records = 0, k = this.k } = this.proposed ?? {};
    const among = records < (this.look?.facts.rows ?? 0) ? `the ${count(records)} records of a random sample` : `${count(records)} records`;
    const words = steps.length > 0 && `Or make the keys coarser, so that fewer cells are emptied. With all of these, ${count(left)} instead of ${count(below)} of ${among} share their keys with fewer than ${k}:`;
    this.proposal.replaceChildren(
      ...(words ? [element("p", {}, words)] : []),
      element("ul", { class: "plain" }, ...steps.map((step) => this.stepItem(step)), ...names.map((name) => this.ownItem(name))),
    );
  }

  private stepItem({ column, coarsening, words, values, kept }: api.KeyStep): HTMLElement {
    const told = `**${column}**: ${words}. ${plural(values, "value")}, which keep ${Math.round(100 * kept)} % of what it tells.`;
    const isTaken = JSON.stringify(this.context.choice.coarsened[column]) === JSON.stringify(coarsening);
    return this.item(column, told, isTaken, coarsening);
  }

  // Taken before, for another k.
  private ownItem(column: string): HTMLElement {
    return this.item(column, `**${column}**: made coarser before (${api.coarseningWords(this.context.choice.coarsened[column]!)}).`, true, this.context.choice.coarsened[column]!);
  }

  private item(column: string, words: string, isTaken: boolean, coarsening: api.Coarsening): HTMLElement {
    const box = element("input", { type: "checkbox", "data-coarsen": column, checked: isTaken });
    box.addEventListener("change", () => {
      if (box.checked) this.context.choice.coarsened[column] = coarsening;
      else delete this.context.choice.coarsened[column];
      this.context.changed();
      this.later(() => this.count());
    });
    const label = element("label", {}, box, " ");
    label.append(sentence(words));
    return element("li", {}, label);
  }

  private take(k: number): void {
    this.context.choice.k = k;
    this.context.changed();
    this.showTaken();
  }

  private showTaken(): void {
    const { k } = this.context.choice;
    const words = k > 0 ? `Taken: when the table is masked, cells of the keys are emptied until every record shares its keys with at least ${k}. The schema says so too.` : "Nothing is emptied yet.";
    const isOther = k !== this.k && this.look !== null && this.look.costs.length > 0;
    this.taken.replaceChildren(
      element("p", { class: "taken", role: "status" }, words),
      element(
        "div",
        { class: "buttons" },
        isOther && element("button", { type: "button", id: "take-k", click: () => this.take(this.k) }, `Empty cells until ${this.k} share`),
        k > 0 && element("button", { type: "button", class: "second", id: "leave-k", click: () => this.take(0) }, "Empty nothing"),
      ),
    );
  }
}
