// Whom the table is for, and the one button that can let it go out.
import { element } from "../dom";
import type { Profile } from "./api";
import type { Choice } from "./choose_step";

const usual = "research";

// What each profile asks for, beside the words of the program.
const meanings: Record<string, string> = {
  internal: "They have signed, and work on your machines: ceilings twice as high.",
  research: "You know who they are and what they may do with it.",
  public: "Nothing can be called back: ceilings half as high, and values are drawn anew.",
};

function profileChoice({ name, words }: Profile): HTMLElement {
  const id = `profile-${name}`;
  return element(
    "div",
    { class: "profile" },
    element("input", { type: "radio", name: "profile", id, value: name, checked: name === usual, "aria-describedby": `${id}-help` }),
    element("div", {}, element("label", { for: id }, words[0]!.toUpperCase() + words.slice(1)), element("p", { class: "quiet", id: `${id}-help` }, meanings[name] ?? "")),
  );
}

export function releaseBox(profiles: Profile[], choose: (choice: Choice) => void): HTMLElement {
  const form = element(
    "form",
    { class: "release", id: "release" },
    element("fieldset", {}, element("legend", {}, "Who gets the table?"), ...profiles.map(profileChoice)),
    element("button", { type: "submit", class: "big" }, "Find the best release"),
    element("p", {}, "Tries methods and options, attacks what they make as an intruder would, and takes the one that loses least among those under every ceiling. Then the whole table is masked with a fresh key, and that very table is attacked. What is not under every ceiling stays locked."),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    choose({ action: "release", request: { profile: new FormData(form).get("profile") } });
  });
  return form;
}
