import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { originOf } from '../support/browser.ts';
import { chromiumPath, findings, newVisitor, openChromium, signInOn } from '../support/chromium.ts';
import { dataOf, type Json, makeContact, makeNote } from '../support/people.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// A person's page in a browser: keyboard use, and axe findings.

let service: RunningService;
let browser: Browser;
let ada: User;
let contact: Json;
let page: Page;
let origin: string;
const complaints: string[] = [];

beforeAll(async () => {
  if (!chromiumPath) return;
  [service, browser] = await Promise.all([startService(), openChromium()]);
  origin = originOf(service);
  ada = await service.user(undefined, 'Europe/Berlin');
  contact = await makePerson();
  page = await (await newVisitor(browser)).newPage();
  page.on('console', (message) => {
    // The browser itself logs each response with a status of 400 or more.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await signInOn(page, service, ada);
});
afterAll(async () => {
  if (!chromiumPath) return;
  await browser.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

async function makePerson(): Promise<Json> {
  const tag = dataOf(await ada.post('/v2/tags', { tag: { name: 'a tag with quite a long name' } })).tag;
  const custom_field = { name: 'Languages', field_type: 'autocomplete', categories: [{ category: 'Cobol' }] };
  dataOf(await ada.post('/v1/custom-fields', { custom_field }));
  for (const field_type of ['input', 'datepicker'])
    dataOf(await ada.post('/v1/custom-fields', { custom_field: { name: `A ${field_type}`, field_type } }));
  const son = await makeContact(ada, { full_name: 'Son of Grace' });
  const made = await makeContact(ada, {
    first_name: 'Grace',
    last_name: 'Hopper',
    company: 'Navy',
    job_title: 'Rear admiral',
    description: 'Found a moth in a relay.',
    birthday: '--12-09',
    frequency: '3 mons',
    contact_emails: [{ email: `${'long'.repeat(12)}@example.com`, label: 'work' }],
    contact_phone_numbers: [{ phone_number: '+1 202 555 0100' }],
    legacy_contact_addresses: [{ street: 'Long Street 1', city: 'Arlington', address_type: 'home' }],
    tags_contacts: [{ tag_id: tag.id }],
    related_contacts: [{ destination: son.id, source_contact: 'mother', destination_contact: 'son' }],
  });
  const about = [{ contact_id: made.id }];
  const note = { note: 'Lunch on Friday', meeting_type: 'meal', timeline_items_contacts: about };
  dataOf(await ada.post('/v2/timeline/notes', { note }));
  const reminder = { text: 'Call her', due_at_date: '2026-01-02', reminders_contacts: about };
  dataOf(await ada.post('/v2/reminders', { reminder }));
  return made;
}

const open = (path = '') => page.goto(`${origin}/people/${contact.id}${path}`);
const focused = () => page.evaluate('document.activeElement.id');

describe.runIf(chromiumPath)('a person', () => {
  test('is annotated, edited, and left by keyboard only, and shortcuts do nothing in text fields', async () => {
    await open();
    await page.keyboard.press('n');
    expect(await page.evaluate('document.activeElement.name')).toBe('note');
    await page.keyboard.type('needed /? nothing');
    expect(await page.getByLabel('What happened?').inputValue()).toBe('needed /? nothing');
    await page.keyboard.press('Tab');
    await page.locator('h1').click();
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).isVisible()).toBe(true);
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).isVisible()).toBe(false);
    await page.keyboard.press('Control+e');
    await page.keyboard.press('e');
    await page.waitForURL('**/edit');
    await page.goBack();
    await page.keyboard.press('/');
    await page.waitForURL('**/people#q');
    await expect.poll(focused).toBe('q');
    expect(complaints).toEqual([]);
  });

  test('gets a note with two keys to start and two to save, and an undo link', async () => {
    await open();
    await page.keyboard.press('n');
    await page.keyboard.type('Written by keys');
    await page.keyboard.press('Enter');
    await page.keyboard.type('alone');
    await page.keyboard.press('Control+Enter');
    const told = page.getByRole('status');
    await told.getByText('Note saved').waitFor();
    expect(await page.locator('#happened').textContent()).toContain('Written by keys\nalone');
    await told.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Note deleted').waitFor();
    expect(await page.locator('#happened').textContent()).not.toContain('Written by keys');
  });

  test('changes in place, without a page load', async () => {
    await open();
    let loads = 0;
    const count = () => loads++;
    page.on('load', count);
    await page.getByLabel('What happened?').fill('Saved in place');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.locator('#happened').getByText('Saved in place').waitFor();
    expect(await page.getByLabel('What happened?').inputValue()).toBe('');
    await page.getByText('+ Add email').click();
    await page.locator('[name="email.new0.email"]').fill('grace@example.org');
    await page.locator('#part-about form:has([name="email.new0.email"]) button').click();
    await page.getByRole('link', { name: 'grace@example.org' }).waitFor();
    await page.locator('summary', { hasText: 'Add tag' }).click();
    await page.getByLabel('Add tag').fill('admiral');
    await page.keyboard.press('Enter');
    await page.locator('#part-tags').getByText('admiral', { exact: true }).waitFor();
    page.off('load', count);
    expect(loads).toBe(0);
    expect(await page.getByText('Saved in place').count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('shows both values if a fact that is edited in place has changed', async () => {
    dataOf(await ada.call('PATCH', `/v2/contacts/${contact.id}`, { website: 'https://one.example.com' }));
    await open();
    const fact = page.locator('.facts > div', { hasText: 'Website' });
    await fact.locator('summary').click();
    dataOf(await ada.call('PATCH', `/v2/contacts/${contact.id}`, { website: 'https://two.example.com' }));
    await fact.getByLabel('Website', { exact: true }).fill('https://three.example.com');
    await fact.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: /^Edit Grace/ }).waitFor();
    await page.getByText('https://two.example.com').first().waitFor();
  });

  test('is drawn with related people, who can be reached by keyboard, the same each time at each width', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const places = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      await open();
      await page.getByText('Show network').click();
      await page.locator('.graph svg').waitFor();
      return page.locator('.graph svg').innerHTML();
    };
    const first = await places(1100);
    expect(await places(1100)).toBe(first);
    const narrow = await places(320);
    expect(narrow).not.toBe(first);
    // A page that was wide first shows the same as one that was narrow first.
    await page.setViewportSize({ width: 1100, height: 800 });
    await expect.poll(() => page.locator('.graph svg').innerHTML()).toBe(first);
    expect(await page.locator('.graph [style]').count()).toBe(0);
    const son = page.locator('.graph').getByRole('link', { name: 'Son of Grace, son' });
    await son.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Son of Grace' }).waitFor();
    await page.getByText('Show network').click();
    await page.locator('.graph').getByRole('link', { name: 'Grace Hopper, mother' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('is related to someone whose name is suggested while typing', async () => {
    await makeContact(ada, { full_name: 'Vincent Foster Hopper' });
    await open();
    await page.locator('summary', { hasText: 'Add relationship' }).click();
    await page.getByLabel('Person', { exact: true }).fill('vinc');
    await page.locator('#relation-offered option').waitFor({ state: 'attached' });
    const offered = await page.locator('#relation-offered option').first().getAttribute('value');
    await page.getByLabel('Person', { exact: true }).fill(offered!);
    await page.getByLabel('Their relationship to Grace Hopper').fill('husband');
    await page.getByRole('button', { name: 'Add relationship' }).click();
    await page.getByText('Show network').click();
    await page.locator('.graph').getByRole('link', { name: 'Vincent Foster Hopper, husband' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('loads earlier entries below the current ones, where the reader continues', async () => {
    for (let index = 0; index < 25; index++)
      await makeNote(ada, { note: `Talk ${index}`, timeline_items_contacts: [{ contact_id: contact.id }] });
    await open();
    await page.getByRole('link', { name: 'Earlier' }).click();
    await page.getByText('Lunch on Friday').waitFor();
    expect(page.url()).toBe(`${origin}/people/${contact.id}`);
    expect(await page.getByText(/^Talk \d+$/).count()).toBe(25);
    expect(await page.getByRole('link', { name: 'Earlier' }).count()).toBe(0);
    await expect.poll(() => page.evaluate("document.activeElement.closest('#happened > li') !== null")).toBe(true);
  });

  test('is deleted, and restored with one button', async () => {
    await open();
    await page.getByLabel('More').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Grace Hopper is in the trash' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page
      .locator('#toast')
      .getByText(/restored/)
      .waitFor();
  });

  test('has no axe findings on any page, narrow and wide, light and dark', async () => {
    const found: [string, string[]][] = [];
    const look = async (name: string) => found.push([name, await findings(page)]);
    await open();
    await page.getByText('Add reminder').first().click();
    await look('person');
    await page.keyboard.press('?');
    await look('keys');
    await page
      .getByRole('link', { name: /^Edit note/ })
      .first()
      .click();
    await look('note');
    await open();
    for (const more of await page.locator('summary').all()) await more.click();
    await page.locator('.graph svg').waitFor();
    await look('every form of a person');
    await page.evaluate("document.documentElement.dir = 'rtl'");
    await look('a person from right to left');
    await page.goto(`${origin}/people/${contact.id}/relations/new?name=grace`);
    await look('choose somebody');
    await open();
    await page.getByRole('link', { name: /^Edit Call her/ }).click();
    await look('reminder');
    await page.getByRole('button', { name: 'Delete reminder' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await look('undo');
    dataOf(await ada.call('PATCH', `/v2/contacts/${contact.id}`, { next_reminder_at: '2026-01-01T00:00:00Z' }));
    await page.goto(`${origin}/today`);
    await page.getByRole('link', { name: 'Log' }).first().click();
    await look('today');
    await open('/edit');
    for (const more of await page.locator('summary').all()) await more.click();
    await look('edit');
    await page.evaluate("document.documentElement.dir = 'rtl'");
    await look('edit from right to left');

    await open('/edit');
    await page.getByLabel('Company').fill('Mine');
    await page.locator('#birthday-day').fill('40');
    dataOf(await ada.call('PATCH', `/v2/contacts/${contact.id}`, { company: 'Theirs' }));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Changed elsewhere' }).waitFor();
    await look('two windows');
    await page.getByLabel('Current value: Theirs').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter a day and a month').waitFor();
    await look('refused');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await look('signed out');
    expect(found.filter(([, faults]) => faults.length > 0)).toEqual([]);
    expect(found).toHaveLength(14);
  });
});
