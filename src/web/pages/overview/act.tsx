import { TODAY_PAGE as WORDS } from '../../words/today.ts';

/** A link that is an icon on a phone. */
export const Act = ({ href, icon, text, name }: { href: string; icon: string; text: string; name: string }) => (
  <a class="button act" href={href}>
    <span class="icon" aria-hidden="true">
      {icon}
    </span>
    <span class="word">
      {text}
      <span class="unseen">{WORDS.withPerson(name)}</span>
    </span>
  </a>
);
