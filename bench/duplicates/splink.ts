import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { contactCreate } from '../../src/contract/contact-input.ts';
import { checkValue } from '../../src/contract/schema/check.ts';
import type { LabeledDataset } from '../../test/data/duplicates/dataset.ts';
import type { Card } from '../../test/data/duplicates/people.ts';
import { known } from './febrl.ts';

// Persons with known duplicates, as published with Splink (github.com/moj-analytical-services/splink_datasets): 1,000
// synthetic cards, and historical figures with errors. They are read for a measurement and never stored in the
// repository.

const FAKE = 'fake_1000.csv';
/** Published as Parquet. `duckdb -c "copy 'historical_….parquet' to 'historical_….csv'"` converts it. */
const HISTORICAL = 'historical_figures_with_errors_50k.csv';

type Row = Record<string, string>;

/** The sets in a folder: the synthetic one, and 2,000 people of the historical one in two parts. */
export function splinkDatasets(folder: string): LabeledDataset[] {
  const rowsOf = (file: string): Row[] => {
    const path = join(folder, file);
    if (!existsSync(path)) throw new Error(`${path} is missing. --splink must contain ${FAKE} and ${HISTORICAL}`);
    return parse(readFileSync(path, 'utf8'), { columns: true, trim: true });
  };
  const historical = rowsOf(HISTORICAL);
  const people = [...new Set(historical.map(({ cluster }) => cluster!))];
  const part = (from: number): LabeledDataset => {
    const chosen = new Set(people.slice(from, from + 1_000));
    const rows = historical.filter(({ cluster }) => chosen.has(cluster!));
    return dataset(`historical, people ${from + 1} to ${from + 1_000}`, rows, historicalCard);
  };
  return [dataset('fake_1000', rowsOf(FAKE), fakeCard), part(0), part(3_000)];
}

function dataset(name: string, rows: Row[], cardOf: (row: Row) => Card): LabeledDataset {
  const cards = rows.map(cardOf).map((card) => (Object.keys(card).length > 0 ? card : { full_name: '?' }));
  return { name, cards, person: rows.map(({ cluster }) => cluster!) };
}

const fakeCard = ({ first_name, surname, dob, email, city }: Row): Card => ({
  ...known({ first_name, last_name: surname, birthday: day(dob) }),
  ...(isTaken({ contact_emails: [{ email: email! }] }) && { contact_emails: [{ email: email! }] }),
  ...(city && { legacy_contact_addresses: [{ city }] }),
});

function historicalCard({ first_name, surname, dob, birth_place, postcode_fake, occupation }: Row): Card {
  const address = known({ city: birth_place, postal_code: postcode_fake });
  return {
    ...known({ first_name, last_name: surname, birthday: day(dob), job_title: occupation }),
    ...(Object.keys(address).length > 0 && { legacy_contact_addresses: [address] }),
  };
}

/** A valid date, or undefined: a contact cannot have some of the deliberate errors. */
const day = (text: string | undefined): string | undefined => (text && isTaken({ birthday: text }) ? text : undefined);

function isTaken(card: Card): boolean {
  try {
    checkValue(contactCreate(), structuredClone(card));
    return true;
  } catch {
    return false;
  }
}
