// The bar that stays in view: the steps, the open table, the work under way and what went wrong.
import { element } from "../dom";

export class StatusBar {
  readonly preview = element("p", { class: "preview", role: "status" });
  readonly element: HTMLElement;
  private readonly sentence = element("p", { role: "alert" });
  private readonly choices = element("div", { class: "buttons" });
  private readonly problem = element(
    "div",
    { class: "problem", tabindex: -1, hidden: true },
    element("div", {}, this.sentence, this.choices),
    element("button", { type: "button", class: "second", click: () => this.clearProblem() }, "Close"),
  );
  private readonly work = element("div", { hidden: true });

  constructor(links: HTMLElement[]) {
    const steps = element("nav", { class: "steps", "aria-label": "Steps" }, element("ol", {}, ...links), this.preview);
    this.element = element("div", { class: "bar" }, steps, this.work, this.problem);
    // What is scrolled to must not hide under the bar, however tall it is.
    new ResizeObserver(() => {
      document.documentElement.style.scrollPaddingTop = `${this.element.offsetHeight + 8}px`;
    }).observe(this.element);
  }

  showWork(view: HTMLElement | null): void {
    this.work.hidden = view === null;
    this.work.replaceChildren(...(view ? [view] : []));
  }

  // `ways` out of it, each a button.
  showProblem(sentence: string, ways: { words: string; take: () => void }[] = []): void {
    this.problem.hidden = false;
    this.choices.hidden = ways.length === 0;
    this.choices.replaceChildren(...ways.map(({ words, take }) => element("button", { type: "button", click: take }, words)));
    this.sentence.textContent = sentence; // after it is shown, so that screen readers hear it
    this.problem.focus({ preventScroll: true });
  }

  clearProblem(): void {
    this.problem.hidden = true;
    this.sentence.textContent = "";
  }
}
