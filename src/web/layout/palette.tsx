import { PALETTE as WORDS } from '../words/palette.ts';

/** The command palette, empty until a script opens it. */
export const Palette = () => (
  <dialog id="palette" class="palette" aria-label={WORDS.title}>
    <form method="get" action="/search">
      <input
        type="search"
        name="q"
        aria-label={WORDS.title}
        placeholder={WORDS.placeholder}
        autocomplete="off"
        dir="auto"
        hx-get="/palette"
        hx-trigger="open, input changed delay:120ms"
        hx-target="#palette-results"
        hx-select="#palette-results"
        hx-swap="outerHTML ignoreTitle:true"
        hx-sync="this:replace"
      />
    </form>
    <ul id="palette-results" class="palette-rows"></ul>
  </dialog>
);
