import type { Child } from 'hono/jsx';

/** Text with elements in it, such as a person's link: `` rich`Added ${link}` ``. Catalogs stay free of JSX. */
export const rich = (strings: TemplateStringsArray, ...values: Child[]): Child[] =>
  strings.flatMap((text, index) => (index < values.length ? [text, values[index]] : [text]));
