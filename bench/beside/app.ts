import { createHash, randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { type Generated, Kysely, SqliteDialect } from 'kysely';
import { loadEngine, type SqlValue } from '../../src/store/engine.ts';

// A plain address book over HTTP, written in an hour: the same router, the same query builder, the same engine with
// every commit synced, contacts with emails and phones, and a key. No validation, no search, no idempotency, one user.
//   node app.js FILE KEY

interface Tables {
  contacts: { id: string; full_name: string; company: string | null; job_title: string | null; updated_at: string };
  emails: { id: Generated<number>; contact_id: string; email: string };
  phones: { id: Generated<number>; contact_id: string; phone_number: string };
  keys: { digest: string };
}

interface NewContact {
  full_name: string;
  company?: string;
  job_title?: string;
  contact_emails?: { email: string }[];
  contact_phone_numbers?: { phone_number: string }[];
}

const [file, key] = process.argv.slice(2) as [string, string];
const engine = new (loadEngine())(file);
engine.exec(`pragma journal_mode = wal; pragma synchronous = full;
  create table contacts (id text primary key, full_name text not null, company text, job_title text, updated_at text);
  create table emails (id integer primary key, contact_id text not null references contacts, email text not null);
  create table phones (id integer primary key, contact_id text not null references contacts, phone_number text not null);
  create table keys (digest text primary key);
  create index emails_of on emails (contact_id); create index phones_of on phones (contact_id);`);

const prepared = new Map<string, ReturnType<typeof engine.prepare>>();
/** The driver interface that the dialect requires, over the local engine. */
const database = {
  close: () => engine.close(),
  prepare(sql: string) {
    const statement = prepared.get(sql) ?? engine.prepare(sql);
    prepared.set(sql, statement);
    return {
      reader: statement.columns().length > 0,
      all: (values: readonly unknown[]) => statement.all(...(values as SqlValue[])),
      run: (values: readonly unknown[]) => statement.run(...(values as SqlValue[])),
      iterate: (values: readonly unknown[]) => statement.all(...(values as SqlValue[])).values(),
    };
  },
};
const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
await db
  .insertInto('keys')
  .values({ digest: digestOf(key) })
  .execute();

async function contactOf(id: string) {
  const contact = await db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirst();
  if (!contact) return undefined;
  const contact_emails = await db.selectFrom('emails').select('email').where('contact_id', '=', id).execute();
  const phones = await db.selectFrom('phones').select('phone_number').where('contact_id', '=', id).execute();
  return { ...contact, contact_emails, contact_phone_numbers: phones };
}

/** Writes a complete contact in one transaction. */
async function put(id: string, sent: NewContact): Promise<void> {
  const { full_name, company = null, job_title = null, contact_emails = [], contact_phone_numbers = [] } = sent;
  const values = { full_name, company, job_title, updated_at: new Date().toISOString() };
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('contacts')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
    await trx.deleteFrom('emails').where('contact_id', '=', id).execute();
    await trx.deleteFrom('phones').where('contact_id', '=', id).execute();
    for (const { email } of contact_emails) await trx.insertInto('emails').values({ contact_id: id, email }).execute();
    for (const { phone_number } of contact_phone_numbers) {
      await trx.insertInto('phones').values({ contact_id: id, phone_number }).execute();
    }
  });
}

const app = new Hono();
app.use(async (c, next) => {
  const sent = c.req.header('authorization')?.replace('Bearer ', '') ?? '';
  const known = await db.selectFrom('keys').select('digest').where('digest', '=', digestOf(sent)).executeTakeFirst();
  return known ? next() : c.json({ message: 'no such key' }, 401);
});
app.get('/contacts/:id', async (c) => {
  const contact = await contactOf(c.req.param('id'));
  return contact ? c.json({ data: contact }) : c.json({ message: 'not found' }, 404);
});
app.post('/contacts', async (c) => {
  const id = randomUUID();
  await put(id, await c.req.json());
  return c.json({ data: await contactOf(id) }, 201);
});
app.put('/contacts/:id', async (c) => {
  await put(c.req.param('id'), await c.req.json());
  return c.json({ data: await contactOf(c.req.param('id')) });
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stderr.write(`listening on http://127.0.0.1:${port}\n`);
});
