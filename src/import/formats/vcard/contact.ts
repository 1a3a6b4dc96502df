import type { BadRecord, ImportRecord } from '../../record.ts';
import { finishDraft } from '../build-record.ts';
import { addAddress, addExtra, type Draft, newDraft, setField } from '../record-builder.ts';
import type { Card } from './cards.ts';
import { groupLabels } from './labels.ts';
import type { Property } from './property.ts';
import { type CardContext, READERS } from './readers.ts';
import { SILENT_PROPERTIES } from './silent.ts';
import { componentValues, listValue, preference, textValue, types } from './values.ts';

/** Gives the record of a card, or why it has none. `leftOut` is told each property that no field can take. */
export function readContact(card: Card, leftOut: (property: Property) => void): ImportRecord | BadRecord {
  const draft = newDraft(card.line, card.warnings);
  const context: CardContext = {
    version: card.version,
    labels: groupLabels(card.properties),
    deliveryLabels: deliveryLabels(card),
  };
  for (const property of inOrder(card.properties)) {
    const { name, line, unknownCharset } = property;
    if (unknownCharset) draft.warnings.push(`unknown charset ${unknownCharset} (line ${line})`);
    const reader = READERS[name];
    if (reader) reader(draft, property, context);
    else if (!SILENT_PROPERTIES.has(name)) leftOut(property);
  }
  readNames(draft, card);
  readRole(draft, card);
  addLooseLabels(draft, context);
  return finishDraft(draft);
}

/** Preferred properties first, so that of two titles or pages the preferred one fills the field. */
function inOrder(properties: Property[]): Property[] {
  const ranked = properties.map((property) => ({ property, preference: preference(property) }));
  return ranked.sort((a, b) => a.preference - b.preference).map(({ property }) => property);
}

/** N (RFC 6350 section 6.2.2): family, given, additional, prefixes, suffixes. Without FN it makes the full name. */
function readNames(draft: Draft, { properties, version }: Card): void {
  const name = properties.find((property) => property.name === 'N' && property.value.replace(/[;\s]/g, ''));
  if (name) {
    const [family = '', given = '', additional, prefix, suffix] = componentValues(name, version, ' ');
    setField(draft, 'first_name', given, 'First name');
    setField(draft, 'last_name', family, 'Last name');
    draft.fields.full_name ??= [prefix, given, additional, family, suffix].filter(Boolean).join(' ');
  }
  const nicknames = properties.filter((property) => property.name === 'NICKNAME');
  for (const nickname of nicknames.flatMap((property) => listValue(property, version))) {
    if (draft.fields.full_name) addExtra(draft, 'Nickname', nickname);
    else draft.fields.full_name = nickname;
  }
}

/** ROLE stands in for a missing TITLE; beside one it is kept in the description. */
function readRole(draft: Draft, { properties }: Card): void {
  for (const property of properties.filter(({ name }) => name === 'ROLE')) {
    setField(draft, 'job_title', textValue(property), 'Role');
  }
}

const typesKey = (property: Property) => types(property).sort().join();

function deliveryLabels({ properties }: Card): Map<string, string> {
  const labels = properties.filter(({ name }) => name === 'LABEL');
  return new Map(labels.map((property) => [typesKey(property), textValue(property)]));
}

/** A delivery label of a card without any ADR is an address of its own. */
function addLooseLabels(draft: Draft, { deliveryLabels }: CardContext): void {
  if (draft.addresses.length > 0) return;
  for (const formatted of deliveryLabels.values()) addAddress(draft, { formatted });
}
