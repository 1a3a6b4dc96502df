import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, signedIn } from '../support/browser.ts';
import { formIn, plain, press, typed, undo } from '../support/forms.ts';
import { MARKUP } from '../support/hostile.ts';
import { dataOf, getContact, type Json, makeContact, patchContact } from '../support/people.ts';
import { addressOf, idOf, picture } from '../support/pictures.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// A person's page, using only links and forms: no script runs here.

let service: RunningService;
let ada: User;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  ada = await service.user(undefined, 'Europe/Berlin');
  browser = await signedIn(service, ada.email);
});
afterAll(() => service.stop());

const pathOf = ({ id }: Json): string => `/people/${id}`;

test('restores a deleted person and their data with the Undo button on the next page', async () => {
  const contact = await makeContact(ada, { full_name: 'Gone & back', contact_emails: [{ email: 'gone@example.com' }] });
  const path = pathOf(contact);
  const remove = formIn((await browser.open(path)).text, `${path}/delete`);
  const gone = await browser.send(`${path}/delete`, remove);
  expect(gone.status).toBe(410);
  expect(plain(gone.text)).toContain('Gone & back is in the trash');
  // A change from another window in between is not lost.
  const late = await browser.send(`${path}/edit`, [['description', 'typed meanwhile']]);
  expect([late.status, late.text.includes('typed meanwhile')]).toEqual([404, true]);
  expect((await browser.send(`${path}/delete`, remove)).status).toBe(410);
  const back = await browser.send(`${path}/restore`, formIn(gone.text, `${path}/restore`));
  expect(back.text).toContain('</bdi> restored');
  expect((await getContact(ada, contact.id)).contact_emails).toMatchObject([{ email: 'gone@example.com' }]);
});

test('archives and unarchives a person', async () => {
  const contact = await makeContact(ada, { full_name: 'Old friend' });
  const path = pathOf(contact);
  const archived = await browser.send(`${path}/archive`, formIn((await browser.open(path)).text, `${path}/archive`));
  expect(archived.text).toContain('archived and hidden from lists');
  expect((await getContact(ada, contact.id)).is_archived).toBe(true);
  await browser.send(`${path}/unarchive`, formIn(archived.text, `${path}/unarchive`));
  expect((await getContact(ada, contact.id)).is_archived).toBe(false);
});

test('shows text from others as text in every form', async () => {
  const tag = dataOf(await ada.post('/v2/tags', { tag: { name: MARKUP } })).tag;
  const custom_field = { name: MARKUP, field_type: 'autocomplete', categories: [{ category: MARKUP }] };
  dataOf(await ada.post('/v1/custom-fields', { custom_field }));
  const other = await makeContact(ada, { full_name: `${MARKUP} other` });
  const contact = await makeContact(ada, {
    full_name: MARKUP,
    company: MARKUP,
    description: MARKUP,
    contact_emails: [{ email: 'hostile@example.com', label: MARKUP }],
    legacy_contact_addresses: [{ formatted: MARKUP }],
    tags_contacts: [{ tag_id: tag.id }],
    ...Object.fromEntries(['linkedin', 'website', 'education', 'legacy_location'].map((name) => [name, MARKUP])),
    related_contacts: [{ destination: other.id, source_contact: MARKUP, destination_contact: MARKUP }],
  });
  const group = { name: MARKUP, groups_contacts: [{ contact_id: contact.id }] };
  dataOf(await ada.post('/v2/groups', { group }));
  const about = { timeline_items_contacts: [{ contact_id: contact.id }] };
  const note = dataOf(await ada.post('/v2/timeline/notes', { note: { note: MARKUP, ...about } })).note;
  const reminder = { text: MARKUP, due_at_date: '2026-01-01', reminders_contacts: [{ contact_id: contact.id }] };
  const { id } = dataOf(await ada.post('/v2/reminders', { reminder })).reminder;
  const path = pathOf(contact);
  const form = formIn((await browser.open(`${path}/edit`)).text, `${path}/edit`);
  dataOf(await ada.call('PATCH', `/v2/contacts/${contact.id}`, { company: `${MARKUP} 2` }));
  const stranger = await signedIn(service, ada.email);
  stranger.cookies.clear();
  const pages = [
    await browser.open(path),
    await browser.open(`${path}/edit`),
    await browser.open(`${path}/notes/${note.id}`),
    await browser.open(`${path}?done=note-deleted&note=${encodeURIComponent(MARKUP)}`),
    await browser.open(`${path}?done=unrelated&of=${contact.id}&other=${other.id}&mine=${encodeURIComponent(MARKUP)}`),
    await browser.open(`${path}/timeline`),
    await browser.open(`${path}/relations/new?name=${encodeURIComponent(MARKUP)}`),
    await browser.open(`/reminders/${id}?back=${encodeURIComponent(`/${MARKUP}`)}`),
    await browser.open('/today'),
    await press(browser, path, `${path}/relations`, { name: `${MARKUP} nobodyatall`, theirs: MARKUP }),
    await press(browser, path, `${path}/relations/change`, { theirs: MARKUP.repeat(9) }),
    await press(browser, path, `${path}/rhythm`, { frequency: MARKUP, next: MARKUP }),
    await press(browser, path, `${path}/reminders`, { text: MARKUP, day: MARKUP }),
    await press(browser, `/reminders/${id}`, `/reminders/${id}`, { day: MARKUP }),
    await browser.send(`${path}/edit`, typed(form, { company: `${MARKUP} 3` })),
    await browser.send(`${path}/edit`, typed(form, { 'email.new0.email': MARKUP, 'birthday.day': MARKUP })),
    await browser.send(`${path}/tags`, typed(form, { name: MARKUP.repeat(3) })),
    await stranger.send(`${path}/edit`, typed(form, { company: MARKUP })),
    await browser.send(`${path}/delete`, formIn((await browser.open(path)).text, `${path}/delete`)),
  ];
  expect(pages.map(({ status }) => status)).toEqual([
    ...[200, 200, 200, 200, 200, 200, 200, 200, 200, 400, 400, 400, 400, 400, 409, 400, 400, 401, 410],
  ]);
  for (const { text } of pages) {
    expect(text).not.toMatch(/<img src=x|<script>alert|<\/textarea><script/);
    expect(text).toContain('&lt;img src=x onerror');
  }
});

test("serves no page and accepts no form for another user's people and notes", async () => {
  const contact = await makeContact(ada, { full_name: 'Only of Ada' });
  const about = { timeline_items_contacts: [{ contact_id: contact.id }] };
  const note = dataOf(await ada.post('/v2/timeline/notes', { note: { note: 'Private', ...about } })).note;
  const eve = await signedIn(service, (await service.user()).email);
  const path = pathOf(contact);
  for (const at of [`${path}/edit`, `${path}/notes/${note.id}`, `${path}/timeline`, `${path}/relations/new`])
    expect((await eve.open(at)).status).toBe(404);
  const key: [string, string] = ['key', '01890000-0000-7000-8000-000000000000'];
  for (const action of [
    'edit',
    'archive',
    `notes/${note.id}`,
    `notes/${note.id}/delete`,
    'reminders',
    'relations',
    'rhythm',
    'rhythm/seen',
    'star',
  ])
    expect((await eve.send(`${path}/${action}`, [key, ['text', 'x'], ['day', '2026-01-01']])).status, action).not.toBe(
      200,
    );
  await eve.send(`${path}/delete`, [key]);
  expect((await browser.open(path)).text).toContain('Private');
  expect((await getContact(ada, contact.id)).is_archived).toBe(false);
});

test('offers no undo for a URL with an invalid note or tag', async () => {
  const path = pathOf(await makeContact(ada, { full_name: 'Not undone' }));
  for (const note of ['..', '../../trash', 'x', ''])
    for (const done of ['note-deleted', 'noted', 'untagged', 'toString'])
      expect((await browser.open(`${path}?${new URLSearchParams({ done, note, tag: note })}`)).text).not.toContain(
        'class="beside undo"',
      );
});

test('sets a photo, shows it only to its owner, removes it, and restores it', async () => {
  const contact = await makeContact(ada, { full_name: 'Pictured' });
  const path = pathOf(contact);
  const send = async (file: Blob) => {
    const form = new FormData();
    for (const [name, value] of formIn((await browser.open(path)).text, `${path}/photo`))
      if (name !== 'file') form.append(name, value);
    form.append('file', file, 'a photo.png');
    return browser.send(`${path}/photo`, form);
  };
  const [one, two] = [picture('one'), picture('two')];
  for (const wrong of [new Blob(['no picture']), new Blob([]), new Blob([picture('large', 'image/png', 3_200_000)])]) {
    const { status, text } = await send(wrong);
    expect([status === 400 || status === 413, text.includes('id="picture-error"')]).toEqual([true, true]);
  }
  expect((await send(new Blob([one]))).text).toContain(`src="${path}/photo/${idOf(one)}?side=64"`);
  const changed = await send(new Blob([two]));
  expect((await getContact(ada, contact.id)).image_url).toBe(addressOf(two));
  await undo(browser, changed);
  expect((await getContact(ada, contact.id)).image_url).toBe(addressOf(one));
  const removed = await press(browser, path, `${path}/photo/remove`);
  expect((await getContact(ada, contact.id)).image_url).toBeNull();
  await undo(browser, removed);
  expect((await getContact(ada, contact.id)).image_url).toBe(addressOf(one));

  const at = `${path}/photo/${idOf(one)}`;
  const shown = await browser.open(at);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  const eve = await signedIn(service, (await service.user()).email);
  expect((await eve.open(at)).status).toBe(404);
  const late = await signedIn(service, ada.email);
  late.cookies.clear();
  expect((await late.send(`${path}/photo`, new FormData())).status).toBe(401);
  // A photo at another site is named, and never requested.
  await patchContact(ada, contact.id, { image_url: 'https://elsewhere.example/x.png' });
  const { text } = await browser.open(path);
  expect([text.includes('elsewhere.example/x.png'), text.includes('<img class="photo"')]).toEqual([true, false]);
});

test('stars a person, and removes the star', async () => {
  const contact = await makeContact(ada, { full_name: 'Starred' });
  const path = pathOf(contact);
  expect((await press(browser, path, `${path}/star`)).text).toContain('aria-pressed="true"');
  expect((await getContact(ada, contact.id)).starred).toBe(true);
  await press(browser, path, `${path}/unstar`);
  expect((await getContact(ada, contact.id)).starred).toBe(false);
});
