import type { Conflict } from '../../edit/merge.ts';
import { fieldId } from '../../layout/fields.tsx';
import { Section } from '../../layout/parts.tsx';
import { CONFLICTS as WORDS } from '../../words/conflicts.ts';

/** Both values of each conflicting field, and the choice between them. */
export function Conflicts({ conflicts, titleOf }: { conflicts: Conflict[]; titleOf: (name: string) => string }) {
  if (conflicts.length === 0) return null;
  return (
    <div role="alert">
      <Section id="conflicts" title={WORDS.title} lead={WORDS.lead}>
        {conflicts.map(({ name, mine, theirs }) => (
          <fieldset>
            <legend>{titleOf(name)}</legend>
            <Choice name={name} value="mine" says={WORDS.mine} text={mine} />
            <Choice name={name} value="theirs" says={WORDS.theirs} text={theirs} />
          </fieldset>
        ))}
      </Section>
    </div>
  );
}

const Choice = ({ name, value, says, text }: { name: string; value: string; says: string; text: string }) => (
  <label class="choice">
    <input type="radio" name={`choose.${name}`} value={value} id={`choose-${fieldId(name)}-${value}`} required />
    <span>
      <span class="quiet">{says}</span> {text === '' ? WORDS.nothing : <bdi class="text">{text}</bdi>}
    </span>
  </label>
);
