import { pick, type Random } from '../duplicates/people.ts';
import { capitalized, type Gender, possessive, pronounFor, type Tongue } from './language.ts';

/** Values for the slots of a sentence frame. */
export interface Slots {
  tongue: Tongue;
  gender: Gender;
  /** Name of the subject. Empty for a pronoun. */
  name: string;
  [slot: string]: string;
}

/**
 * Fills a frame: `[this|that]` is one of the two, `{he|she}` depends on the gender, `{N}` is the person as a subject,
 * `{Ns}` as an owner, and any other `{slot}` is the text with that name.
 */
export function sentence(random: Random, frame: string, slots: Slots): string {
  const { tongue, gender, name } = slots;
  const pronoun = pronounFor(tongue, gender);
  const gendered = frame.replace(/\{([^{}|]*)\|([^{}|]*)\}/g, gender === 'm' ? '$1' : '$2');
  const chosen = gendered.replace(/\[([^[\]]*)\]/g, (_, options: string) => pick(random, options.split('|')));
  const filled = chosen.replace(/\{([^{}]+)\}/g, (_, slot: string) => {
    if (slot === 'N') return name || pronoun.subject;
    if (slot === 'Ns') return name ? possessive(tongue, name) : pronoun.owner;
    const text = slots[slot];
    if (text === undefined) throw new Error(`nothing for {${slot}} in: ${frame}`);
    return text;
  });
  return capitalized(
    filled
      .replace(/ +/g, ' ')
      .replace(/ ([,.?!;:])/g, '$1')
      .replace(/([¿¡]) /g, '$1')
      .trim(),
  );
}

/** Whether a pronoun can replace the name: as the leading subject, or as an owner. */
export const takesPronoun = (frame: string): boolean =>
  frame.startsWith('{N} ') || (frame.includes('{Ns}') && !frame.includes('{N}'));
