import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deviceOf } from '../support/dav-device.ts';
import { dataOf, getContact, type Json, makeContact } from '../support/people.ts';
import { pythonProgram } from '../support/python-program.ts';
import { startService, temporaryFolder } from '../support/service.ts';
import { findVdirsyncer, syncedFolder } from '../support/vdirsyncer.ts';

// khard, a terminal address book, on the folder that vdirsyncer syncs.

const khard = pythonProgram('khard');
const vdirsyncer = findVdirsyncer();

test.skipIf(!khard || !vdirsyncer)("reads kith's people, and adds, changes, and removes one with khard", async () => {
  const service = await startService();
  const ada = await service.user();
  const folder = await syncedFolder(vdirsyncer!, await deviceOf(service, ada, { name: 'khard' }));
  const own = temporaryFolder();
  const config = join(own.path, 'khard.conf');
  writeFileSync(
    config,
    `[addressbooks]\n[[kith]]\npath = ${folder.path}\n[general]\neditor = true\nmerge_editor = true\n`,
  );
  const run = (args: string[], input = '') => khard!(['-c', config, ...args], { input });
  const people = async (): Promise<Json[]> =>
    dataOf(await ada.get('/v2/contacts?include[contact_emails]=true&include[contact_phone_numbers]=true')).contacts;
  try {
    const ann = await makeContact(ada, {
      ...{ first_name: 'Ann', last_name: 'Lee', company: 'Rhône, Graz; Söhne', birthday: '1980-02-29' },
      ...{ description: 'one\ntwo', website: 'https://ann.example/?a=1&b=2' },
      contact_emails: [{ email: 'ann@x.example', label: 'work' }],
      contact_phone_numbers: [{ phone_number: '+43 1 5', label: 'sailing' }],
    });
    await makeContact(ada, { full_name: 'Zoë' });
    await folder.settle();
    const told = await run(['show', '--format', 'yaml', `uid:${ann.id}`]);
    for (const said of [
      'First name: Ann',
      'Last name: Lee',
      'Rhône, Graz; Söhne',
      '1980-02-29',
      'https://ann.example/?a=1&b=2',
    ])
      expect(told).toContain(said);
    expect(told).toMatch(/work ?: ann@x\.example/i);
    expect(told).toMatch(/sailing ?: \+43 1 5/);
    expect(told).toContain('"one\\ntwo"');

    await run(['new', '-a', 'kith'], 'First name: Grace\nLast name: Hopper\nEmail:\n  work: grace@navy.example\n');
    await folder.settle();
    const grace = (await people()).find(({ full_name }) => full_name === 'Grace Hopper');
    expect(grace).toMatchObject({
      first_name: 'Grace',
      contact_emails: [{ email: 'grace@navy.example', label: 'work' }],
    });

    const edit = join(own.path, 'edit.yaml');
    writeFileSync(edit, told.replace('Last name: Lee', 'Last name: Lee-Wong').replace(/^Formatted name: .*$/m, ''));
    await run(['edit', '-i', edit, `uid:${ann.id}`], 'y\n');
    await folder.settle();
    expect(await getContact(ada, ann.id)).toMatchObject({
      ...{ first_name: 'Ann', last_name: 'Lee-Wong', full_name: 'Ann Lee-Wong', company: 'Rhône, Graz; Söhne' },
      ...{ description: 'one\ntwo', website: 'https://ann.example/?a=1&b=2', birthday_year: 1980 },
      contact_emails: [{ email: 'ann@x.example', label: 'work' }],
      contact_phone_numbers: [{ phone_number: '+43 1 5', label: 'sailing' }],
    });

    await run(['remove', '--force', 'Zoë']);
    await folder.settle();
    expect((await people()).map(({ full_name }) => full_name).sort()).toEqual(['Ann Lee-Wong', 'Grace Hopper']);
    expect(dataOf(await ada.get('/v2/trash')).items.map(({ name }: Json) => name)).toEqual(['Zoë']);
  } finally {
    own.remove();
    folder.remove();
    await service.stop();
  }
});
