import type { Child } from 'hono/jsx';
import { OneButton } from '../../layout/parts.tsx';
import { Uses, type UsesProps } from '../../layout/time.tsx';

interface Shown {
  name: string;
  uses: UsesProps;
  revoke: { words: string; action: string; fields?: Record<string, string> };
  /** Type and rights. */
  children: Child;
}

/** A key, device, or app with access, and the button that revokes it. */
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
