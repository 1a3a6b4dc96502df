import { largest } from '../../shared/lists.ts';
import { fold, words } from '../../shared/text/fold.ts';
import { plain } from '../question/concepts.ts';
import { RELATIONS, type Relation } from '../question/words/relations.ts';

type Gender = 'female' | 'male' | 'either';

/** A family or work role, such as mother. */
export interface Role {
  relation: Relation;
  gender: Gender;
}

/** Maximum number of words in a role, as in *sister-in-law*. */
const MAX_WORDS = 3;

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

/** A role found in a list of folded words, with the indexes of its words. */
export interface RoleMatch extends Role {
  places: number[];
}

/** Finds roles in folded words. The longest role wins: *mother in law* does not match *mother*. */
export function rolesIn(found: readonly string[]): RoleMatch[] {
  roles ??= readRoles();
  const all: RoleMatch[] = [];
  for (let start = 0; start < found.length; start++) {
    for (let length = Math.min(MAX_WORDS, found.length - start); length > 0; length--) {
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
 * How well a person matches a role, 0 to 1. `is` describes the person's role toward the other, and `other` describes
 * the opposite role. Either may be missing.
 */
export function roleFit(wanted: Role, is: string | null, other: string | null): number {
  const own = rolesIn(words(is ?? ''));
  const direct = own.filter(({ relation }) => relation === wanted.relation);
  if (direct.length > 0) return largest(direct.map(({ gender }) => likeness(wanted.gender, gender)));
  // The person's own role takes precedence over the inverse of the other side's.
  if (own.length > 0) return 0;
  const inverse = wanted.relation.inverse ?? wanted.relation.name;
  return rolesIn(words(other ?? '')).some(({ relation }) => relation.name === inverse) ? INVERSE : 0;
}

function likeness(wanted: Gender, is: Gender): number {
  if (wanted === is) return SAME;
  return wanted === 'either' || is === 'either' ? SAME_RELATION : OTHER_GENDER;
}
