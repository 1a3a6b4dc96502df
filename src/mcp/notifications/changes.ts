import { PAGE_KINDS, type PageKind } from '../../../tools/definition.ts';
import type { Address } from '../resources/address.ts';

/** Which resources a write may have changed. It carries ids only, and nothing of what was written. */
export interface ResourceChange {
  kinds: readonly PageKind[];
  /** The contacts concerned; absent when they are not known. */
  ids?: string[];
  /** Contacts or groups came or went: there are other addresses to read now. */
  list: boolean;
}

/** Told where something changed and nobody knows what. */
export const ANYTHING: ResourceChange = { kinds: PAGE_KINDS, list: true };

/** Whether a read of the address may answer something else after the change. */
export function touches({ kinds, ids }: ResourceChange, { kind, id }: Address): boolean {
  if (kind === 'photo' || !kinds.includes(kind)) return false;
  const ofOneContact = kind === 'contact' || kind === 'timeline';
  return !ofOneContact || ids === undefined || ids.includes(id!);
}
