import { drawFrom } from '../support/random.ts';
import type { Action, Maker, Making } from './action.ts';
import {
  joinGroup,
  leaveGroup,
  makeFavorite,
  removeFavorite,
  tagContact,
  untagContact,
} from './association-actions.ts';
import {
  addEmail,
  createContact,
  deleteContact,
  merge,
  newPeople,
  undoMerge,
  updateContact,
  updateSeveral,
} from './contact-actions.ts';
import { createOf, KINDS, type Kind, removeOf, updateOf } from './item-actions.ts';

const [note, tag, group, reminder] = KINDS as [Kind, Kind, Kind, Kind];

/** How often each is chosen. */
const MIX: [number, Maker][] = [
  [14, createContact],
  [16, updateContact],
  [6, addEmail],
  [5, deleteContact],
  [3, updateSeveral],
  [3, (making) => newPeople(making, 2 + Math.floor(making.random() * 8))],
  [10, createOf(note)],
  [6, updateOf(note)],
  [3, removeOf(note)],
  [3, createOf(tag)],
  [2, updateOf(tag)],
  [1.5, removeOf(tag)],
  [2, createOf(group)],
  [2, updateOf(group)],
  [1, removeOf(group)],
  [4, createOf(reminder)],
  [3, updateOf(reminder)],
  [2, removeOf(reminder)],
  [4, tagContact],
  [2, untagContact],
  [3, joinGroup],
  [1.5, leaveGroup],
  [2, makeFavorite],
  [1, removeFavorite],
  [1.5, (making) => newPeople(making, 2, true)],
  [1.5, merge],
  [1, undoMerge],
];

/** Draws a possible write. `bulk` is the share of calls that are bulk creates of 100 rows or more. */
export function drawAction(making: Making, bulkShare: number): Action {
  const { random } = making;
  if (random() < bulkShare) return newPeople(making, random() < 0.8 ? 100 : 250);
  for (;;) {
    const action = drawFrom(random, MIX)(making);
    if (action) return action;
  }
}
