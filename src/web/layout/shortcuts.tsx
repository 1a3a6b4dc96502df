const WORDS = {
  title: 'Keyboard shortcuts',
  search: 'Search people',
  note: 'Write a note, on the page of a person',
  save: 'Save the note that is being written',
  edit: 'Edit, on the page of a person',
  filter: 'Filter people',
  rows: 'Next or previous person in a list',
  select: 'Select the person',
  open: 'Open the person',
  list: 'This list',
  on: 'Use single keys',
  off: 'Turn this off if you control your computer by voice, or press keys by mistake.',
};

/** The shortcuts of all pages; the button opens the list without a script too. */
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
        <Key name="n">{WORDS.note}</Key>
        <Key name="Ctrl Enter">{WORDS.save}</Key>
        <Key name="e">{WORDS.edit}</Key>
        <Key name="f">{WORDS.filter}</Key>
        <Key name="j k">{WORDS.rows}</Key>
        <Key name="x">{WORDS.select}</Key>
        <Key name="Enter">{WORDS.open}</Key>
        <Key name="?">{WORDS.list}</Key>
      </dl>
      {/* Without a script there are no keys to switch. */}
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
