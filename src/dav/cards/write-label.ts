import { labelOfTypes, UNLABELING } from '../../vcard/labels.ts';
import { escapeText, typesOfLabel } from '../../vcard/text.ts';
import { typeValues } from '../../vcard/values.ts';
import { type CardEdits, freeGroup, put } from './edits.ts';
import { type CardLine, changedLine, newLine } from './line.ts';

/** Changes or removes a line's label. Uses TYPEs if possible, otherwise `X-ABLabel` in a group. */
export function relabeled(edits: CardEdits, line: CardLine, label: string | undefined): CardLine[] {
  const { version, lines, grouped } = edits;
  const { name, group, parameters } = line.property;
  const others = typeValues(line.property).filter((type) => UNLABELING.includes(type));
  const own = label === undefined ? [] : typesOfLabel(name, label);
  const typed = (all: string[]) =>
    ['TYPE', all.map((type) => (version === '3.0' && type !== 'pref' ? type.toUpperCase() : type))] as const;
  const kept = [...parameters].filter(([parameter]) => parameter !== 'TYPE' && parameter !== 'X-LABEL');
  const isAlone = group !== '' && (grouped.get(group) ?? 0) <= 1;
  const ours = isAlone ? group : '';
  const said = ours && lines.filter(({ property }) => property.group === ours && property.name === 'X-ABLABEL');
  for (const old of said || []) put(edits, old, []);
  if (own && sameWords(own, label))
    return [changedLine(line, { parameters: [...kept, typed([...others, ...own])], group: ours }, version)];
  const named = ours || freeGroup(edits);
  const plain = changedLine(line, { parameters: [...kept, typed(others)], group: named }, version);
  return [plain, newLine({ group: named, name: 'X-ABLabel', value: escapeText(label ?? '') }, version)];
}

/** Whether the types are read back as this label. The reader determines their order. */
const sameWords = (written: string[], label: string | undefined): boolean =>
  labelOfTypes(newLine({ name: 'TEL', parameters: [['TYPE', written]], value: '' }, '4.0').property) === (label ?? '');
