// Elements are made by hand and filled with text alone: what others wrote is never markup.

export type Child = Node | string | false | undefined | readonly Child[];

interface Attributes {
  [name: string]: string | boolean | undefined | ((event: Event) => void);
}

/** An element of a class, or with attributes, of which a function listens to the event of its name. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  looks: string | Attributes = '',
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  const attributes = typeof looks === 'string' ? { class: looks || undefined } : looks;
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(attribute, value);
    else if (value !== undefined && value !== false) made.setAttribute(attribute, value === true ? '' : value);
  }
  made.append(...nodesOf(children));
  return made;
}

const nodesOf = (children: readonly Child[]): (Node | string)[] =>
  children.flatMap((child) => {
    if (child === false || child === undefined) return [];
    return typeof child === 'string' || child instanceof Node ? [child] : nodesOf(child);
  });

/** What others wrote, in its own direction. */
export const written = (text: string, name: 'bdi' | 'strong' | 'p' = 'bdi', className?: string) =>
  element(name, { dir: 'auto', class: className }, text);

/** Children with something between them. */
export const between = (children: Child[], mark: string): Child[] =>
  children
    .filter((child) => child !== false && child !== undefined)
    .flatMap((child, at) => (at > 0 ? [mark, child] : [child]));
