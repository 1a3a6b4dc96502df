import { largest } from '../../shared/lists.ts';
import { fold, words } from '../../shared/text/fold.ts';
import { plain } from '../question/concepts.ts';
import { RELATIONS, type Relation } from '../question/words/relations.ts';

type Gender = 'female' | 'male' | 'either';

/** What someone is to someone, such as a mother. */
export interface Role {
  relation: Relation;
  gender: Gender;
}

/** *Sister-in-law* has the most words of one role. */
const MOST_WORDS = 3;

let roles: Map<string, Role> | undefined;

function readRoles(): Map<string, Role> {
  const found = new Map<string, Role>();
  for (const relation of RELATIONS) {
    for (const gender of ['female', 'male', 'either'] as const) {
      for (const list of [relation[gender], relation.besideName?.[gender]]) {
        for (const word of list?.split(' ') ?? []) {
          const name = fold(plain(word));
          if (!found.has(name)) found.set(name, { relation, gender });
        }
      }
    }
  }
  return found;
}

/** A role in a list of folded words, and the places of its words. */
export interface FoundRole extends Role {
  places: number[];
}

/** The roles that words name, the longest first where they overlap: *mother in law* names no mother. */
export function rolesIn(found: readonly string[]): FoundRole[] {
  roles ??= readRoles();
  const all: FoundRole[] = [];
  for (let start = 0; start < found.length; start++) {
    for (let length = Math.min(MOST_WORDS, found.length - start); length > 0; length--) {
      const role = roles.get(found.slice(start, start + length).join('-'));
      if (!role) continue;
      all.push({ ...role, places: Array.from({ length }, (_, index) => start + index) });
      start += length - 1;
      break;
    }
  }
  return all;
}

const SAME = 1;
const SAME_RELATION = 0.9;
const INVERSE = 0.8;
const OTHER_GENDER = 0.4;

/**
 * How well a person fills a role towards another, from 0 to 1, by the words for what the person is to the other and for
 * what the other is to the person. Either may be missing.
 */
export function fills(wanted: Role, is: string | null, other: string | null): number {
  const own = rolesIn(words(is ?? ''));
  const direct = own.filter(({ relation }) => relation === wanted.relation);
  if (direct.length > 0) return largest(direct.map(({ gender }) => likeness(wanted.gender, gender)));
  // What a person is said to be counts for more than what follows from the other side.
  if (own.length > 0) return 0;
  const inverse = wanted.relation.inverse ?? wanted.relation.name;
  return rolesIn(words(other ?? '')).some(({ relation }) => relation.name === inverse) ? INVERSE : 0;
}

function likeness(wanted: Gender, is: Gender): number {
  if (wanted === is) return SAME;
  return wanted === 'either' || is === 'either' ? SAME_RELATION : OTHER_GENDER;
}
