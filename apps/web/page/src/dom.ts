// Small helpers to build elements. Text always goes in as text, never as HTML.
export type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false) made.setAttribute(name, String(value));
  }
  made.append(...children.filter((child): child is Node | string => Boolean(child)));
  return made;
}

// "of 100 records **20** are linked": what stands between ** is strong.
export function sentence(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  text.split("**").forEach((part, i) => fragment.append(i % 2 ? element("strong", {}, part) : part));
  return fragment;
}

export const count = (n: number): string => n.toLocaleString("en");

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}
