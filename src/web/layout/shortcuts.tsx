import { SHORTCUTS as WORDS } from '../words/frame.ts';

const KEYS: [key: string, text: string][] = [
  ['Ctrl K', WORDS.palette],
  ['c', WORDS.new],
  ['g t', WORDS.goToday],
  ['g p', WORDS.goPeople],
  ['g d', WORDS.goDuplicates],
  ['n', WORDS.note],
  ['Ctrl Enter', WORDS.save],
  ['e', WORDS.edit],
  ['f', WORDS.filter],
  ['j k', WORDS.rows],
  ['l', WORDS.log],
  ['s', WORDS.snooze],
  ['x', WORDS.select],
  ['Enter', WORDS.open],
  ['?', WORDS.list],
];

/** The list of keyboard shortcuts. Its button works without a script. */
export const Shortcuts = () => (
  <footer class="foot">
    <button class="plain" type="button" popovertarget="keys" data-key="?">
      {WORDS.title}
    </button>
    <div id="keys" popover="auto" role="dialog" aria-labelledby="keys-title">
      <h2 id="keys-title">{WORDS.title}</h2>
      <dl class="facts">
        <Key name="/">
          <a href="/people#q" data-key="/">
            {WORDS.search}
          </a>
        </Key>
        {KEYS.map(([name, text]) => (
          <Key name={name}>{text}</Key>
        ))}
      </dl>
      {/* Without a script there are no shortcuts to turn off. */}
      <label class="choice" hidden>
        <input type="checkbox" id="keys-on" checked autocomplete="off" />
        <span>
          {WORDS.on}
          <span class="quiet small">{WORDS.off}</span>
        </span>
      </label>
    </div>
  </footer>
);

const Key = ({ name, children }: { name: string; children: unknown }) => (
  <div>
    <dt>
      <kbd>{name}</kbd>
    </dt>
    <dd>{children}</dd>
  </div>
);
