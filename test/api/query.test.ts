import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { expectError } from '../support/errors.ts';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, fieldsOf, makeContact } from '../support/people.ts';

const { ada } = await serviceForFile();

describe('query', () => {
  test('reads the same list from brackets, JSON text, commas, repeats, and numbers', async () => {
    const b = await makeContact(ada, { full_name: 'In the list' });
    const c = await makeContact(ada, { full_name: 'Too' });
    for (const query of [
      `where[in]=${b.id},${c.id}`,
      `where[in]=${b.id}&where[in]=${c.id}`,
      `where[in][]=${b.id}&where[in][]=${c.id}`,
      `where[in][0]=${b.id}&where[in][1]=${c.id}`,
      `where[in]=${b.id},${c.id}&where[in]=${b.id}`,
      `where[or][0][in]=${b.id}&where[or][1][in]=${c.id}`,
      `where=${encodeURIComponent(JSON.stringify({ in: [b.id, c.id] }))}`,
      `where[in]=${encodeURIComponent(JSON.stringify([b.id, c.id]))}`,
    ]) {
      expect([query, dataOf(await ada.get(`/v2/contacts/count?${query}`)).count]).toEqual([query, 2]);
    }
  });

  test('reads a filter with three levels of or in bracket notation', async () => {
    const path = 'where[or][0][or][0][or][0]';
    const query = `${path}[custom_fields][0][id]=${randomUUID()}&${path}[custom_fields][0][operator]=absent`;
    const answer = await ada.get(`/v2/contacts/count?${query}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  });

  test('accepts any key inside include and select', async () => {
    const query = 'include[contact_emails]=true&include[surprise]=true&select[id]=true&select[surprise]=true';
    expect((await ada.get(`/v2/contacts?${query}`)).status).toBe(200);
    expect(fieldsOf(await ada.get('/v2/contacts?include[surprise]=maybe'))).toHaveProperty(['include.surprise']);
  });

  test('treats the names of built-in object properties as unknown', async () => {
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty']) {
      for (const [path, place] of [
        [`/v2/contacts?${name}=1`, name],
        [`/v2/contacts?${name}[x]=1`, name],
        [`/v2/contacts/count?where[${name}]=1`, `where.${name}`],
        [`/v2/contacts/count?where[${name}][x]=1`, `where.${name}`],
        [`/v2/contacts/count?where[or][0][${name}]=1`, `where.or[0].${name}`],
      ] as const) {
        const answer = await ada.get(path);
        expect([path, answer.status, Object.keys(fieldsOf(answer))]).toEqual([path, 400, [place]]);
      }
      const body = await ada.post('/v2/contacts', `{"full_name":"A","${name}":{"polluted":true}}`);
      expect([body.status, Object.keys(fieldsOf(body))]).toEqual([400, [name]]);
    }
    expect((await ada.get('/v2/contacts?include[__proto__]=true&select[__proto__]=true')).status).toBe(200);
  });

  test('rejects a length that is no number like any other value', async () => {
    for (const path of ['/v2/contacts?searchQuery[length][x]=1', '/v2/contacts/count?where[name][length][x]=1']) {
      expectError(await ada.get(path), 400, 'BadRequest');
    }
    const poisoned = { length: { toString: 1, valueOf: 1 } };
    expectError(await ada.post('/v2/contacts', { full_name: poisoned }), 400, 'BadRequest');
    expectError(await ada.post('/v2/contacts', { contact_emails: poisoned }), 400, 'BadRequest');
    expectError(await ada.post('/v2/contacts/filter', { where: { in: poisoned } }), 400, 'BadRequest');
    const batch = await ada.post('/v2/contacts/batch', { contacts: [{ full_name: poisoned }], continueOnError: true });
    expectError(batch, 400, 'BadRequest');
  });

  test('rejects bracket bombs cheaply', async () => {
    for (const query of [
      `include${'[a]'.repeat(3_000)}=true`,
      `where${'[or]'.repeat(2_000)}=1`,
      `where${'[or][0]'.repeat(1_000)}[starred]=true`,
      Array.from({ length: 1_500 }, () => `a=1`).join('&'),
      `where${'['.repeat(4_000)}=1`,
      'where[starred]=true&where[starred][x]=1',
      'where=x&where[starred]=true',
      'take[]=1&take[]=2',
      'take[a]=1',
      'searchQuery[a]=1',
    ]) {
      const path = /^(a|take|searchQuery)/.test(query) ? '/v2/contacts' : '/v2/contacts/count';
      const answer = await ada.get(`${path}?${query}`);
      expectError(answer, 400, 'BadRequest');
      expect(Object.keys(fieldsOf(answer)).length).toBeGreaterThan(0);
    }
  });

  test('returns 400 for a repeated single value', async () => {
    for (const [name, one, other] of [
      ['take', '1', '2'],
      ['searchQuery', 'a', 'b'],
      ['archived', 'true', 'false'],
    ]) {
      const path = `/v2/contacts?${name}=${one}`;
      expect((await ada.get(path)).status).toBe(200);
      const twice = await ada.get(`${path}&${name}=${other}`);
      expect([twice.status, Object.keys(fieldsOf(twice))]).toEqual([400, [name]]);
    }
  });

  test('returns 400 for numbers that are out of range or in another notation', async () => {
    for (const take of [
      '0',
      '501',
      '-1',
      '1.5',
      '1e999',
      'Infinity',
      '0x10',
      ' 5',
      '',
      'NaN',
      '5,6',
      '9'.repeat(400),
    ]) {
      const answer = await ada.get(`/v2/contacts?take=${encodeURIComponent(take)}`);
      expect([take, answer.status, Object.keys(fieldsOf(answer))]).toEqual([take, 400, ['take']]);
    }
  });
});
