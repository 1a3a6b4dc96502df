import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Account, find, of, PIXEL, type Row, uuidOf } from './account.ts';

type Json = Record<string, unknown>;

export interface FakeMonica {
  url: string;
  token: string;
  /** Paths with their queries. */
  requests: string[];
  /** Refuse so many requests with 429 first. */
  busy: number;
  /** More than so many records a page are refused. */
  mostPerPage: number;
  /** Where requests are sent on to, all of them. */
  onward?: { status: number; location: string } | undefined;
  /** Changes an answer before it goes out. */
  spoil(body: Json): Json;
  close(): void;
}

const iso = (value: unknown): string | null =>
  typeof value === 'string' ? `${value.slice(0, 10)}T${value.slice(11) || '00:00:00'}Z` : null;

/** Monica's API 4.x on the loopback, for an account. */
export async function startMonica(account: Account): Promise<FakeMonica> {
  const monica: FakeMonica = {
    url: '',
    token: 'token',
    requests: [],
    busy: 0,
    mostPerPage: 100,
    spoil: (body) => body,
    close: () => server.close(),
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://monica');
    monica.requests.push(url.pathname + url.search);
    const { onward } = monica;
    if (onward) return response.writeHead(onward.status, { location: onward.location }).end();
    const send = (status: number, body: Json, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(monica.spoil(body)));
    if (request.headers.authorization !== `Bearer ${monica.token}`) return send(401, { message: 'Unauthenticated.' });
    if (monica.busy-- > 0) return send(429, { message: 'Too Many Attempts.' }, { 'retry-after': '0' });
    const [, api, kind = '', id] = url.pathname.split('/');
    if (api !== 'api') return send(404, {});
    if (kind === 'me') return send(200, { data: { id: 1, object: 'user' } });
    const limit = Number(url.searchParams.get('limit') ?? 15);
    if (limit > monica.mostPerPage)
      return send(400, { error: { message: 'The limit parameter is too big', error_code: 30 } });
    const records = KINDS[kind]?.(account, url.searchParams.get('with') === 'contactfields');
    if (!records) return send(404, { error: { message: 'The resource has not been found', error_code: 31 } });
    if (id) {
      const row = find(account, 'contacts', Number(id));
      return row ? send(200, { data: contact(account, row, true) }) : send(404, {});
    }
    const page = Number(url.searchParams.get('page') ?? 1);
    const data = records.slice((page - 1) * limit, page * limit);
    const meta = {
      current_page: page,
      last_page: Math.max(1, Math.ceil(records.length / limit)),
      total: records.length,
    };
    return send(200, { data, links: {}, meta });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  monica.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return monica;
}

const pick = (row: Row, ...columns: string[]): Json =>
  Object.fromEntries(columns.map((column) => [column, row[column]]));

/** What every record has. */
const common = (account: Account, row: Row, table: string): Json => ({
  ...{ id: row.id, uuid: row.uuid ?? uuidOf(table, row.id), object: table, account: { id: 1 } },
  ...(row.contact_id && { contact: short(account, find(account, 'contacts', row.contact_id)!) }),
  ...{ created_at: iso(row.created_at), updated_at: iso(row.updated_at) },
});

function short(account: Account, row: Row): Json {
  const flag = (column: string) => row[column] === 1;
  return {
    ...{ id: row.id, uuid: row.uuid, object: 'contact', ...pick(row, 'first_name', 'last_name', 'nickname') },
    complete_name: [row.first_name, row.middle_name, row.last_name].filter(Boolean).join(' '),
    gender: find(account, 'genders', row.gender_id)?.name ?? null,
    ...{ is_starred: flag('is_starred'), is_partial: flag('is_partial'), is_active: flag('is_active') },
    ...{ is_dead: flag('is_dead'), is_me: false },
    information: {
      birthdate: date(account, row.birthday_special_date_id),
      deceased_date: date(account, row.deceased_special_date_id),
      avatar: avatar(row),
    },
    account: { id: 1 },
  };
}

const avatar = (row: Row): Json => ({
  url: row.avatar_photo_id ? `https://monica/photos/${row.avatar_photo_id}` : 'https://monica/default.png',
  source: row.avatar_source,
});

function date(account: Account, id: unknown): Json {
  const found = find(account, 'special_dates', id);
  const flag = (column: string) => (found ? found[column] === 1 : null);
  return { is_age_based: flag('is_age_based'), is_year_unknown: flag('is_year_unknown'), date: iso(found?.date) };
}

function contact(account: Account, row: Row, withFields: boolean): Json {
  const { id } = row;
  const through = find(account, 'contacts', row.first_met_through_contact_id);
  const related = of(account, 'relationships', 'contact_is', id).map((one) => ({
    relationship: { id: one.id, name: find(account, 'relationship_types', one.relationship_type_id)!.name },
    contact: short(account, find(account, 'contacts', one.of_contact)!),
  }));
  const whole = row.is_partial !== 1;
  return {
    ...short(account, row),
    description: row.description,
    ...(whole && { last_called: iso(row.last_talked_to), stay_in_touch_frequency: row.stay_in_touch_frequency }),
    stay_in_touch_trigger_date: iso(row.stay_in_touch_trigger_date),
    information: {
      relationships: {
        ...{ love: { total: 0, contacts: [] }, friend: { total: 0, contacts: null }, work: { total: 0, contacts: [] } },
        family: { total: related.length, contacts: related },
      },
      dates: {
        birthdate: date(account, row.birthday_special_date_id),
        deceased_date: date(account, row.deceased_special_date_id),
      },
      career: pick(row, 'job', 'company'),
      avatar: avatar(row),
      food_preferences: row.food_preferences,
      how_you_met: {
        general_information: row.first_met_additional_info,
        first_met_date: date(account, row.first_met_special_date_id),
        first_met_through_contact: through ? short(account, through) : null,
      },
    },
    addresses: of(account, 'addresses', 'contact_id', id).map((one) => {
      const place = find(account, 'places', one.place_id)!;
      const country = { id: place.country, name: 'France', iso: place.country };
      return {
        ...common(account, one, 'addresses'),
        name: one.name,
        ...pick(place, 'street', 'city', 'province', 'postal_code'),
        ...pick(place, 'latitude', 'longitude'),
        country,
      };
    }),
    tags: of(account, 'contact_tag', 'contact_id', id).map(({ tag_id }) =>
      pick(find(account, 'tags', tag_id)!, 'id', 'name'),
    ),
    ...(withFields && {
      contactFields: of(account, 'contact_fields', 'contact_id', id).map((one) => ({
        ...common(account, one, 'contact_fields'),
        ...{ content: one.data, labels: [{ type: 'work', label: 'Work' }] },
        contact_field_type: find(account, 'contact_field_types', one.contact_field_type_id),
      })),
    }),
    ...{ created_at: iso(row.created_at), updated_at: iso(row.updated_at) },
  };
}

const money = (row: Row): Json => ({
  amount: String(Number(row.amount) / 100),
  amount_with_currency: `$${(Number(row.amount) / 100).toFixed(2)}`,
});

type Records = (account: Account, withFields: boolean) => Json[];

/** Records of a table, each with what is told of it. */
const each =
  (table: string, tell: (row: Row, account: Account) => Json): Records =>
  (account) =>
    (account[table] ?? []).map((row) => ({ ...common(account, row, table), ...tell(row, account) }));

const KINDS: Record<string, Records> = {
  contacts: (account, withFields) =>
    account
      .contacts!.filter((row) => row.is_active === 1 && row.is_partial === 0)
      .map((row) => contact(account, row, withFields)),
  notes: each('notes', (row) => ({ body: row.body, is_favorited: row.is_favorited === 1 })),
  calls: each('calls', (row) => ({
    ...pick(row, 'content', 'contact_called'),
    called_at: iso(row.called_at),
    emotions: [{ name: 'happy' }],
  })),
  conversations: each('conversations', (row, account) => ({
    happened_at: iso(row.happened_at),
    contact_field_type: find(account, 'contact_field_types', row.contact_field_type_id),
    messages: of(account, 'messages', 'conversation_id', row.id).map((one) => ({
      ...{ content: one.content, written_at: iso(one.written_at), written_by_me: one.written_by_me === 1 },
    })),
  })),
  activities: each('activities', (row, account) => ({
    ...pick(row, 'summary', 'description', 'happened_at'),
    activity_type: row.activity_type_id ? { id: 1, name: 'ate at a restaurant' } : null,
    attendees: {
      total: 1,
      contacts: of(account, 'activity_contact', 'activity_id', row.id).map((one) =>
        short(account, find(account, 'contacts', one.contact_id)!),
      ),
    },
    emotions: [],
  })),
  reminders: each('reminders', (row) => ({
    ...pick(row, 'title', 'description', 'frequency_type', 'frequency_number'),
    ...{ initial_date: iso(row.initial_date), delible: row.delible === 1 },
  })),
  tasks: each('tasks', (row) => ({
    ...pick(row, 'title', 'description'),
    completed: row.completed === 1,
    completed_at: iso(row.completed_at),
  })),
  gifts: each('gifts', (row) => ({
    ...pick(row, 'name', 'comment', 'url', 'status', 'date'),
    ...money(row),
    recipient: null,
    photos: [],
  })),
  debts: each('debts', (row) => ({ ...pick(row, 'in_debt', 'status', 'reason'), ...money(row) })),
  pets: each('pets', (row) => ({
    name: row.name,
    pet_category: { id: row.pet_category_id, name: row.pet_category_id === 4 ? 'dog' : 'cat' },
  })),
  lifeevents: each('life_events', (row, account) => ({
    ...pick(row, 'name', 'note'),
    ...{
      happened_at: iso(row.happened_at),
      life_event_type: find(account, 'life_event_types', row.life_event_type_id),
    },
  })),
  journal: each('entries', (row, account) => ({
    ...pick(row, 'title', 'post'),
    date: iso(of(account, 'journal_entries', 'journalable_id', row.id)[0]!.date),
  })),
  documents: each('documents', (row) => pick(row, 'original_filename')),
  photos: each('photos', (row, account) => ({
    ...pick(row, 'original_filename'),
    ...{ link: `https://monica/photos/${row.id}`, dataUrl: `data:image/png;base64,${row.id === 1 ? PIXEL : ''}` },
    contact: short(
      account,
      find(account, 'contacts', of(account, 'contact_photo', 'photo_id', row.id)[0]!.contact_id)!,
    ),
  })),
  occupations: each('occupations', (row) => pick(row, 'title')),
};
