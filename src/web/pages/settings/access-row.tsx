import type { Child } from 'hono/jsx';
import { OneButton } from '../../layout/parts.tsx';
import { Uses, type UsesProps } from '../../layout/time.tsx';

interface Shown {
  name: string;
  uses: UsesProps;
  revoke: { words: string; action: string; fields?: Record<string, string> };
  /** What it is and may do. */
  children: Child;
}

/** A row of what has access to the address book, with the button that takes it away. */
export const AccessRow = ({ name, uses, revoke: { words, ...form }, children }: Shown) => (
  <li>
    <div class="about">
      <strong dir="auto">{name}</strong>
      {children}
      <Uses {...uses} />
    </div>
    <OneButton {...form} kind="danger">
      {words}
      <span class="unseen"> {name}</span>
    </OneButton>
  </li>
);
