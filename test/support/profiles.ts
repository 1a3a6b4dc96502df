import { contactCreate } from '../../src/contract/contact-input.ts';
import { checkValue } from '../../src/contract/schema/check.ts';
import { newContactRows } from '../../src/service/contact-rows/new-rows.ts';
import { type Profile, readProfile } from '../../src/service/matching/profile.ts';
import type { Context } from '../../src/service/runtime/context.ts';
import type { Card } from '../data/duplicates/people.ts';

/** Cards as the service compares them, created one second apart. The id contains each one's index. */
export const profilesOf = (cards: readonly Card[]): Profile[] =>
  cards.map((card, index) => {
    const now = new Date(Date.UTC(2024, 0, 1) + index * 1000).toISOString();
    const context = { user: { user_id: 'ada', country: null }, now } as unknown as Context;
    const input = checkValue(contactCreate(), structuredClone(card));
    return readProfile(newContactRows(context, idOf(index), input as never));
  });

export const idOf = (index: number): string => `card-${String(index).padStart(6, '0')}`;
export const indexOf = (id: string): number => Number(id.slice(5));
