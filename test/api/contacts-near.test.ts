import { beforeAll, describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { numbersTo } from '../support/numbers-in-sql.ts';
import { dataOf, fieldsOf, type Json, makeContact, makeContacts } from '../support/people.ts';
import type { User } from '../support/service.ts';

const { service, database } = await serviceForFile();

describe('near', () => {
  let user: User;
  const place = (full_name: string, latitude: number, longitude: number) => ({
    full_name,
    coordinates: { operation: 'set', data: { latitude, longitude } },
  });
  const nearby = async (near: object, more: object = {}) =>
    dataOf(await user.post('/v2/contacts/filter', { near, ...more })).contacts.map((row: Json) => row.full_name);

  beforeAll(async () => {
    user = await service.user();
    await makeContacts(user, [
      place('London', 51.5074, -0.1278),
      place('Paris', 48.8566, 2.3522),
      place('North pole', 90, 0),
      place('Near the pole, other side', 89.9, 180),
      place('South pole', -90, 45),
      place('Fiji', -17.7, 179.9),
      place('Fiji, across the line', -17.7, -179.9),
      place('Null island', 0, 0),
      { full_name: 'Nowhere' },
    ]);
  });

  test('lists the nearest first, within a default radius of 50 km', async () => {
    expect(await nearby({ latitude: 51.5, longitude: -0.1 })).toEqual(['London']);
    expect(await nearby({ latitude: 51.5, longitude: -0.1, radius_km: 350 })).toEqual(['London', 'Paris']);
    expect(await nearby({ latitude: 48.8, longitude: 2.3, radius_km: 350 })).toEqual(['Paris', 'London']);
  });

  test('distinguishes missing coordinates from no one nearby', async () => {
    const answer = async (who: User, near: object, where?: object) =>
      dataOf(await who.post('/v2/contacts/filter', { near, ...(where && { where }) }));
    const nobody = { contacts: [], pagination: { nextCursor: null, count: 0 } };
    const here = { latitude: 20, longitude: 20, radius_km: 1 };
    expect(await answer(user, here, { name: 'pole' })).toEqual(nobody);
    expect(await answer(user, here)).toEqual({
      ...nobody,
      warnings: [expect.stringMatching(/only 8 of these 9 contacts have any.*where \{"location"/)],
    });
    const eve = await service.user();
    expect(await answer(eve, here)).toEqual(nobody);
    await makeContact(eve, { full_name: 'Eve', legacy_contact_addresses: [{ city: 'Bergen' }] });
    expect((await answer(eve, here)).warnings).toEqual([expect.stringContaining('none of these contacts have any')]);
    expect(await answer(user, { latitude: 51.5, longitude: -0.1 })).not.toHaveProperty('warnings');
  });

  test('works across the poles and the antimeridian', async () => {
    expect(await nearby({ latitude: 89.95, longitude: 0, radius_km: 20 })).toEqual([
      'North pole',
      'Near the pole, other side',
    ]);
    expect(await nearby({ latitude: -89.99, longitude: -100, radius_km: 5 })).toEqual(['South pole']);
    expect(await nearby({ latitude: -17.7, longitude: 180, radius_km: 15 })).toHaveLength(2);
    expect(await nearby({ latitude: -17.7, longitude: -180, radius_km: 15 })).toHaveLength(2);
    expect(await nearby({ latitude: -17.7, longitude: 179.95, radius_km: 6 })).toEqual(['Fiji']);
    expect(await nearby({ latitude: 90, longitude: 123, radius_km: 1 })).toEqual(['North pole']);
  });

  test('accepts a radius of 20,040 km for the whole world, and never finds people without a place', async () => {
    expect(await nearby({ latitude: 0, longitude: 0, radius_km: 20_040 })).toHaveLength(8);
    expect((await nearby({ latitude: 0, longitude: 180, radius_km: 20_040 })).at(-1)).toBe('Null island');
    expect(await nearby({ latitude: 0, longitude: 0, radius_km: 0.000001 })).toEqual(['Null island']);
  });

  test('combines with where, and yields to a sort', async () => {
    expect(await nearby({ latitude: 50, longitude: 0, radius_km: 500 }, { where: { name: 'paris' } })).toEqual([
      'Paris',
    ]);
    expect(
      await nearby({ latitude: 51.5, longitude: 0, radius_km: 500 }, { sort: 'full_name', order: 'desc' }),
    ).toEqual(['Paris', 'London']);
    expect(await nearby({ latitude: 51.5, longitude: 0, radius_km: 500 }, { sort: 'full_name', order: 'asc' })).toEqual(
      ['London', 'Paris'],
    );
  });

  test.each<[object, string]>([
    [{ latitude: 91, longitude: 0 }, 'near.latitude'],
    [{ latitude: 0, longitude: -181 }, 'near.longitude'],
    [{ latitude: 0, longitude: 0, radius_km: 0 }, 'near.radius_km'],
    [{ latitude: 0, longitude: 0, radius_km: 20_041 }, 'near.radius_km'],
    [{ latitude: 0, longitude: 0, radius_km: -5 }, 'near.radius_km'],
    [{ latitude: 0 }, 'near.longitude'],
  ])('rejects %j', async (near, field) => {
    const answer = await user.post('/v2/contacts/filter', { near });
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([400, [field]]);
  });

  test('pages by distance without gaps or duplicates, even among equals', async () => {
    const other = await service.user();
    const spread = Array.from({ length: 40 }, (_, index) => place(`P${index}`, Math.floor(index / 4) * 0.01, 0));
    await makeContacts(other, spread);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const body = { near: { latitude: 0, longitude: 0, radius_km: 100 }, take: 7, ...(cursor && { cursor }) };
      const { contacts, pagination }: Json = dataOf(await other.post('/v2/contacts/filter', body));
      expect(pagination.count).toBe(contacts.length);
      seen.push(...contacts.map((row: Json) => row.full_name));
      cursor = pagination.nextCursor;
      // The cursor's row may be deleted.
      if (cursor) await other.call('DELETE', `/v2/contacts/${contacts.at(-1).id}`);
    } while (cursor);
    expect([...seen].sort()).toEqual(spread.map(({ full_name }) => full_name).sort());
  });

  test('handles and sorts more nearby people than a statement allows parameters', async () => {
    const crowd = await service.user();
    const model = await makeContact(crowd, place('Model', 1, 1));
    const columns = Object.keys(database.all('select * from contacts where id = ?', model.id)[0]!);
    const id = "substr(cast(100000000 + i as text), 2) || '-0000-4000-8000-000000000000'";
    database.all(
      `insert into contacts (${columns.join(', ')}) select ${columns.map((name) => (name === 'id' ? id : name)).join(', ')}
       from contacts, ${numbersTo(33000)}
       where id = ?`,
      model.id,
    );
    const body = {
      near: { latitude: 1, longitude: 1 },
      sort: 'full_name',
      order: 'asc',
      take: 2,
      select: { id: true },
    };
    const answer = await crowd.post('/v2/contacts/filter', body);
    expect([answer.status, answer.body.data?.pagination.count]).toEqual([200, 2]);
  });
});
