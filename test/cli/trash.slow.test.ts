import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, getContact, type Json, makeContact, makeContacts, makeNote } from '../support/people.ts';
import { addGroup } from '../support/records.ts';
import { kithWith } from '../support/service.ts';

const { service } = await serviceForFile();

describe.each(['on the data folder', 'over the API'] as const)('%s', (where) => {
  const owner = service.user();
  const run = async (...args: string[]) => {
    const { email, apiKey } = await owner;
    const remote = { KITH_BASE_URL: service.baseUrl, KITH_API_KEY: apiKey };
    return kithWith(where === 'over the API' ? remote : { KITH_USER: email }, service.dataDir, ...args);
  };
  const json = async (...args: string[]): Promise<Json> => JSON.parse((await run(...args, '--json')).stdout);
  const failing = (...args: string[]) =>
    run(...args).then(
      () => expect.unreachable('should have failed'),
      (error: { code: number; stderr: string }) => error,
    );

  test('lists deleted records, restores them completely, and deletes them permanently', async () => {
    const ada = await owner;
    const ann = await makeContact(ada, { full_name: 'Ann Lee', contact_emails: [{ email: 'ann@x.example' }] });
    const note = await makeNote(ada, { note: 'met at the fair', timeline_items_contacts: [{ contact_id: ann.id }] });
    const before = await getContact(ada, ann.id);
    dataOf(await ada.call('DELETE', `/v2/contacts/${ann.id}`));
    for (const path of [`/v2/contacts/${ann.id}`, `/v2/timeline/notes/${note.id}`])
      expect((await ada.get(path)).status).toBe(404);
    const [entry] = await json('trash', 'list');
    expect(entry).toEqual({
      id: expect.any(String),
      kind: 'contact',
      object_id: ann.id,
      title: 'Ann Lee',
      // In the account's time zone, like all times of the account.
      deleted_at: expect.stringMatching(/T\d\d:\d\d:[\d.]+[+-]\d\d:\d\d$/),
    });
    expect((await run('trash')).stdout).toMatch(/ {2}\d{4}-\d\d-\d\d \d\d:\d\d [+-]\d\d:\d\d {2}contact {2}Ann Lee\n/);

    expect((await run('trash', 'restore', ann.id)).stdout).toContain('restored');
    expect(await getContact(ada, ann.id)).toEqual(before);
    expect(dataOf(await ada.get('/v2/timeline/notes/search?searchQuery=fair%20ann')).notes).toHaveLength(1);

    dataOf(await ada.call('DELETE', `/v2/timeline/notes/${note.id}`));
    const [again] = await json('trash', 'list');
    expect((await failing('trash', 'restore', again.id, randomUUID())).stderr).toContain('trash entry');
    expect(await json('trash', 'list')).toEqual([again]);
    expect((await failing('trash', 'empty')).code).toBe(2);
    await run('trash', 'empty', note.id);
    expect(await json('trash', 'list')).toEqual([]);
    for (const action of ['restore', 'empty'])
      expect(await failing('trash', action, note.id)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('kith trash list'),
      });
  });

  test('lists merges and undoes them, latest first', async () => {
    const ada = await owner;
    const [ann, anna, anne] = [
      await makeContact(ada, { full_name: 'Ann' }),
      await makeContact(ada, { full_name: 'Anna' }),
      await makeContact(ada, { full_name: 'Anne' }),
    ];
    dataOf(await ada.post('/v2/contacts/merge', { contactIds: [[anna.id, ann.id]] }));
    dataOf(
      await ada.post('/v2/contacts/merge', {
        contactIds: [{ contactIds: [ann.id, anne.id], primaryContactId: anne.id }],
      }),
    );
    const merges = await json('undo');
    expect(merges).toMatchObject([
      { contact_id: anne.id, name: 'Anne', merged: [{ id: ann.id, name: 'Ann' }] },
      { contact_id: ann.id, merged: [{ id: anna.id, name: 'Anna' }], later_merged_into: anne.id },
    ]);
    expect((await run('undo')).stdout).toMatch(/Ann into Anne\n.*Anna into Ann \(after the merge into/);
    expect((await run('undo', merges[0].id)).stdout).toBe('Undone: Anne, Ann\n');
    expect((await run('undo', ann.id)).stdout).toBe('Undone: Ann, Anna\n');
    expect(await json('undo')).toEqual([]);
    expect((await getContact(ada, anna.id)).full_name).toBe('Anna');
    expect((await failing('undo', ann.id)).stderr).toContain('no merge to undo');
  });

  test('undoes the later of two merges into one person first, and lists and undoes merged groups too', async () => {
    const ada = await owner;
    const [bo, cy, di] = await makeContacts(ada, [{ full_name: 'Bo' }, { full_name: 'Cy' }, { full_name: 'Di' }]);
    for (const other of [cy.id, di.id])
      dataOf(
        await ada.post('/v2/contacts/merge', { contactIds: [{ contactIds: [bo.id, other], primaryContactId: bo.id }] }),
      );
    const [club, choir] = [await addGroup(ada, 'Club'), await addGroup(ada, 'Choir')];
    const union = { sourceGroupIds: [choir], finalName: 'Singers', finalEmoji: '🎵' };
    dataOf(await ada.post(`/v2/groups/${club}/merge`, union));
    const [groups, later, older] = await json('undo');
    expect(groups).toMatchObject({ group_id: club, name: 'Singers', merged: [{ id: choir, name: 'Choir' }] });
    expect((await run('undo')).stdout).toContain('groups: Choir into Singers\n');
    expect((await failing('undo', older.id)).stderr).toMatch(new RegExp(`later merge.*kith undo ${later.id}`, 's'));
    expect((await run('undo', later.id)).stdout).toBe('Undone: Bo, Di\n');
    expect((await run('undo', groups.id)).stdout).toBe('Undone: Club, Choir\n');
    expect(dataOf(await ada.get(`/v2/groups/${choir}`)).group.name).toBe('Choir');
  });
});
