// Elements are created in code and filled with text only, so user-written text never becomes markup.

export type Child = Node | string | false | undefined | readonly Child[];

interface Attributes {
  [name: string]: string | boolean | undefined | ((event: Event) => void);
}

/**
 * Creates an element with a class or with attributes. An attribute whose value is a function becomes an event listener.
 */
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

/** Wraps user-written text, which can have its own direction. Long addresses break at their signs. */
export const written = (text: string, name: 'bdi' | 'strong' | 'p' = 'bdi', className?: string) =>
  element(
    name,
    { dir: 'auto', class: className },
    text
      .split(/(?<=[@/])|(?<=[@/]\S*)(?=\.)/)
      .flatMap((part, at) => (at > 0 ? [document.createElement('wbr'), part] : [part])),
  );

/** Puts a separator between children. */
export const between = (children: Child[], mark: string): Child[] =>
  children
    .filter((child) => child !== false && child !== undefined)
    .flatMap((child, at) => (at > 0 ? [mark, child] : [child]));
