import type { Child } from 'hono/jsx';
import type { Action } from '../../people/changes.ts';
import type { Search } from '../../people/search.ts';
import { SPANS } from '../../words/frequencies.ts';
import { BULK as WORDS } from '../../words/people.ts';
import { ACTION_WORDS } from '../../words/people-changes.ts';

const FORM = 'selection';

/** Actions for the selected rows. The bar appears with the first selection. */
export const BulkBar = ({ search, count }: { search: Search; count: number | undefined }) => (
  <section class="bulk" aria-label={WORDS.bar}>
    <strong data-script>
      <span data-selected-count={count ?? ''}></span> {WORDS.selected}
    </strong>
    <Menu id="tag" text={WORDS.tag}>
      <NameField name="tag" action="tag" label={WORDS.tag} max={100} />
      <Actions actions={['tag', 'untag']} preview="tag" />
    </Menu>
    <Menu id="group" text={WORDS.group}>
      <NameField name="group" action="group" label={WORDS.group} max={200} />
      <Actions actions={['group', 'ungroup']} preview="group" />
    </Menu>
    <Menu id="rhythm" text={WORDS.frequency}>
      <label for="bulk-rhythm-field">{WORDS.frequency}</label>
      <select
        id="bulk-rhythm-field"
        name="rhythm"
        form={FORM}
        autofocus
        autocomplete="off"
        {...previewed('rhythm', 'rhythm')}
        hx-trigger="change, focus"
      >
        {[...SPANS, ['', WORDS.noFrequency] as const].map(([span, text]) => (
          <option value={span} selected={span === '1 mon'}>
            {text}
          </option>
        ))}
      </select>
      <Actions actions={['rhythm']} preview="rhythm" />
    </Menu>
    <Menu id="more" text={`${WORDS.more} ▾`}>
      <Actions actions={['star', 'unstar', search.archived ? 'unarchive' : 'archive', 'delete']} preview="more" shown />
    </Menu>
    <label class="button everyone">
      <input type="checkbox" name="everyone" value="yes" form={FORM} autocomplete="off" />
      {WORDS.selectAll(count)}
    </label>
    <button type="reset" class="plain" form={FORM}>
      {WORDS.clear}
    </button>
  </section>
);

/** A button that opens a small form over the page, also without a script. */
const Menu = ({ id, text, children }: { id: string; text: string; children: Child }) => (
  <>
    <button type="button" id={`bulk-${id}`} popovertarget={`bulk-${id}-menu`}>
      {text}
    </button>
    <div id={`bulk-${id}-menu`} class="menu" popover="auto" role="dialog" aria-labelledby={`bulk-${id}`}>
      {children}
      <div id={`bulk-${id}-preview`} class="preview" aria-live="polite"></div>
    </div>
  </>
);

/** With a script, shows what an action would do in the menu it is in. */
const previewed = (action: Action, menu: string) => ({
  'hx-post': '/people/change',
  'hx-vals': JSON.stringify({ action }),
  'hx-target': `#bulk-${menu}-preview`,
  'hx-select': '#preview > *',
  'hx-swap': 'innerHTML',
  'hx-sync': `#bulk-${menu}-menu:replace`,
});

const NameField = ({
  name,
  action,
  label,
  max,
}: {
  name: 'tag' | 'group';
  action: Action;
  label: string;
  max: number;
}) => (
  <>
    <label for={`bulk-${name}-field`}>{label}</label>
    <input
      id={`bulk-${name}-field`}
      name={name}
      form={FORM}
      list={`known-${name}s`}
      maxlength={max}
      dir="auto"
      autofocus
      autocomplete="off"
      data-confirms
      {...previewed(action, name)}
      hx-trigger="input changed delay:200ms"
    />
    <datalist
      id={`known-${name}s`}
      hx-get="/people/labels"
      hx-trigger={`focusin from:#bulk-${name}-menu once`}
      hx-select={`#known-${name}s > *`}
      hx-swap="innerHTML"
    ></datalist>
  </>
);

/** Buttons that lead to a preview: with a script, in the menu. The first action of a field needs none then. */
const Actions = ({ actions, preview, shown }: { actions: Action[]; preview: string; shown?: boolean }) => (
  <div class="actions">
    {actions.map((action, index) => (
      <button
        type="submit"
        form={FORM}
        name="action"
        value={action}
        class={action === 'delete' ? 'danger' : undefined}
        data-plain={index === 0 && !shown ? '' : undefined}
        {...previewed(action, preview)}
      >
        {ACTION_WORDS[action].button}
      </button>
    ))}
  </div>
);
