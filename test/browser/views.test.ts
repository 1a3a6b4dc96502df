import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { Browser, Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, findings, openChromium } from '../support/chromium.ts';
import { CORPUS } from '../support/hostile.ts';
import { connectModern, type TestClient } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';
import { kith, temporaryFolder } from '../support/service.ts';
import { ALL, NONE, viewHost } from '../support/view-host.ts';

// Views as MCP clients show them beside results, in a browser, on the official bridge.

const SAMPLES = fileURLToPath(new URL('../../samples/', import.meta.url));
const VIEWED = [
  ['get_briefing', 'Today'],
  ['find_duplicate_contacts', 'Duplicates'],
  ['list_calendar_events', 'Calendar'],
  ['list_timeline', 'Activity'],
] as const;

let browser: Browser;
let client: TestClient;
const folder = temporaryFolder();
const env = { KITH_DATA_DIR: folder.path };
beforeAll(async () => {
  if (!chromiumPath) return;
  await kith(folder.path, 'import', join(SAMPLES, 'address-book.vcf'));
  await kith(folder.path, 'connect', 'ics', join(SAMPLES, 'calendar.ics'));
  [browser, client] = await Promise.all([openChromium(), connectModern({ env, views: true })]);
});
afterAll(async () => {
  await browser?.close();
  await client?.close();
  folder.remove();
});

const made = async (name: string, args: Record<string, unknown>) => {
  const { structuredContent, content, isError } = await client.call(name, args);
  if (isError) throw new Error(content[0]!.text);
  return structuredContent;
};
const person = async (fields: Record<string, unknown>): Promise<string> =>
  (await made('create_contact', fields)).contact.id;

/** Shows what a view hides at first. */
async function showAll(frame: Frame): Promise<void> {
  const button = frame.getByRole('button', { name: /^Show (all|more)/ });
  if (await button.isVisible()) await button.click();
}

/** A view's headings, buttons, and rows, as text. */
const textOf = (frame: Frame) => frame.locator('main').textContent();

describe.runIf(chromiumPath)('views', () => {
  const HOSTS = [
    ['allows all', { capabilities: ALL }],
    ['allows nothing', { capabilities: NONE }],
    ['knows the older key alone', { key: 'flat' }],
  ] as const;

  test.each(HOSTS)('are drawn from the result in a client that %s, without axe findings', async (_, options) => {
    const contactId = await person({
      full_name: 'Marie Curie',
      company: 'Sorbonne',
      job_title: 'Professor',
      birthday: '1867-11-07',
      contact_emails: [{ email: 'marie@example.com', label: 'work' }],
      tags: ['physics'],
    }).catch(() => person({ full_name: 'Marie Curie', company: 'Sorbonne' }));
    await made('create_note', { note: 'Spoke of radium', timeline_items_contacts: [{ contact_id: contactId }] });
    const reminder = { text: 'Call Marie', due_at_date: '2026-01-02', reminders_contacts: [{ contact_id: contactId }] };
    await made('create_reminder', reminder);
    const { page, complaints, show } = await viewHost(browser, client, options);
    const views = [...VIEWED, ['get_contact', 'Marie Curie', { contactId }]] as const;
    for (const [name, heading, args] of views) {
      const frame = await show(name, args);
      expect(await frame.locator('h1').textContent()).toContain(heading);
      expect([name, await findings(page, frame)]).toEqual([name, []]);
      const acts = await frame.locator('[data-acts]').count();
      if ('capabilities' in options && options.capabilities === NONE) expect([name, acts]).toEqual([name, 0]);
      else if (name !== 'find_duplicate_contacts' && name !== 'list_calendar_events') expect(acts).toBeGreaterThan(0);
    }
    expect(complaints).toEqual([]);
  });

  test('complete, move, and restore a reminder, and report it to the model', async () => {
    const reminder = await made('create_reminder', { text: 'Water the plants', due_at_date: '2026-01-02' });
    const { show, told, calls } = await viewHost(browser, client);
    const frame = await show('get_briefing');
    await showAll(frame);
    const row = frame.locator('li', { hasText: 'Water the plants' });
    const isComplete = async () =>
      (await made('get_reminder', { reminderId: reminder.reminder.id })).reminder.is_complete ?? false;

    await row.getByRole('button', { name: 'Done Water the plants' }).dblclick();
    await row.getByText('Done: “Water the plants”.').waitFor();
    expect(await isComplete()).toBe(true);
    expect(calls.filter(({ name }) => name === 'update_reminder')).toHaveLength(1);
    expect(calls.at(-1)!.args.idempotency_key).toMatch(/^[\da-f-]{36}$/);
    expect(JSON.stringify(told)).toContain('Done: “Water the plants”.');

    await row.getByRole('button', { name: 'Undo' }).click();
    await row.getByRole('button', { name: 'Tomorrow' }).waitFor();
    expect(await isComplete()).toBe(false);

    await row.getByRole('button', { name: 'In a week' }).click();
    await row.getByText('Due in a week').waitFor();
    const moved = (await made('get_reminder', { reminderId: reminder.reminder.id })).reminder.due_at_date;
    expect(Date.parse(moved) - Date.now()).toBeGreaterThan(5 * 86_400_000);
    await row.getByRole('button', { name: 'Undo' }).click();
    await row.getByRole('button', { name: 'Tomorrow' }).waitFor();
    expect((await made('get_reminder', { reminderId: reminder.reminder.id })).reminder.due_at_date).toContain(
      '2026-01-02',
    );
    // The last report contains everything that happened.
    expect(JSON.stringify(told.at(-1))).toMatch(/Done.*Undone.*Due.*Undone/);
  });

  test('open a person, show their timeline, and add a note', async () => {
    const contactId = await person({ full_name: 'Lise Meitner' });
    await made('create_reminder', {
      text: 'Write',
      due_at_date: '2026-01-02',
      reminders_contacts: [{ contact_id: contactId }],
    });
    const { show, told } = await viewHost(browser, client);
    const frame = await show('get_briefing');
    await showAll(frame);
    await frame
      .locator('li', { hasText: 'Lise Meitner' })
      .getByRole('button', { name: 'Lise Meitner', exact: true })
      .first()
      .click();
    await frame.getByRole('heading', { name: 'Lise Meitner' }).waitFor();
    await frame.getByText('No notes yet.').waitFor();
    await frame.getByRole('button', { name: 'Log Lise Meitner' }).click();
    await frame.getByLabel('What happened?').fill('Walked through the snow');
    await frame.getByLabel('Type').selectOption('Meet');
    await frame.getByRole('button', { name: 'Save note' }).click();
    await frame.getByText('Note about Lise Meitner saved.').waitFor();
    expect(await frame.locator('li').first().textContent()).toMatch(/Meet.*Walked through the snow/);
    expect(JSON.stringify(told)).toContain('Note about Lise Meitner saved.');
    await frame.getByRole('button', { name: 'Remind Lise Meitner' }).click();
    await frame.getByLabel('Remind me to').fill('Send the paper');
    await frame.getByRole('button', { name: 'Save reminder' }).click();
    await frame.getByText('Reminder saved: “Send the paper”.').waitFor();
    const { reminders } = await made('list_reminders', { contactId });
    expect(reminders.map(({ text }: { text: string }) => text)).toContain('Send the paper');
    await frame.getByRole('button', { name: 'Show more' }).click();
    await frame.getByText('Walked through the snow').waitFor();
    await frame.getByRole('button', { name: 'Back' }).click();
    await frame.getByRole('heading', { name: 'Today' }).waitFor();
  });

  /** Two contacts for one person, with different values. */
  async function twins(name: string) {
    const phone = { contact_phone_numbers: [{ phone_number: '+12125550199' }] };
    const first = await person({ full_name: name, company: 'Navy', ...phone });
    const second = await person({ full_name: name, company: 'Harvard', ...phone });
    return { first, second, args: { contactId: first } };
  }

  test('merge two contacts field by field after a confirmation, and undo it', async () => {
    const { first, second, args } = await twins('Grace Hopper');
    const { show, told, page } = await viewHost(browser, client);
    const frame = await show('find_duplicate_contacts', args);
    await frame.getByRole('button', { name: 'Compare' }).click();
    await frame.getByLabel('Harvard').check();
    expect(await findings(page, frame)).toEqual([]);
    await frame.getByRole('button', { name: 'Merge' }).click();
    await frame.getByText('You can undo this').waitFor();
    expect((await client.call('get_contact', { contactId: second })).isError).toBeUndefined();
    await frame.getByRole('button', { name: 'Yes, merge' }).click();
    await frame.getByRole('button', { name: 'Undo' }).waitFor();
    expect((await made('get_contact', { contactId: first })).contact.company).toBe('Harvard');
    expect((await client.call('get_contact', { contactId: second })).isError).toBe(true);
    expect(JSON.stringify(told)).toContain('Merged “Grace Hopper” and “Grace Hopper” into “Grace Hopper”.');
    await frame.getByRole('button', { name: 'Undo' }).click();
    await frame.getByRole('button', { name: 'Compare' }).waitFor();
    expect((await made('get_contact', { contactId: first })).contact.company).toBe('Navy');
    expect((await made('get_contact', { contactId: second })).contact.company).toBe('Harvard');
  });

  test('list duplicates whose comparison failed, without a compare button', async () => {
    const { first, second } = await twins('Mary Somerville');
    const { showResult } = await viewHost(browser, client);
    const duplicate = { contactIds: [first, second], confidence: 'certain', reasons: ['same_phone'] };
    const structuredContent = { duplicates: [duplicate], pagination: { count: 1 } };
    const frame = await showResult({ content: [], structuredContent, _meta: { 'kith/view': { pairs: [null] } } });
    await frame.getByText('same_phone').waitFor();
    expect(await frame.getByRole('button', { name: 'Compare' }).count()).toBe(0);
  });

  test('leave the confirmation to a client that asks itself', async () => {
    const questions: string[] = [];
    const asking = await connectModern({
      env,
      views: true,
      onQuestion(message) {
        questions.push(message);
        return { action: 'accept', content: { confirm: true } };
      },
    });
    const { second, args } = await twins('Ada Byron');
    const { show } = await viewHost(browser, asking);
    const frame = await show('find_duplicate_contacts', args);
    await frame.getByRole('button', { name: 'Compare' }).click();
    await frame.getByRole('button', { name: 'Merge' }).click();
    await frame.getByRole('button', { name: 'Undo' }).waitFor();
    expect(questions).toEqual([expect.stringContaining('You can undo this')]);
    expect((await client.call('get_contact', { contactId: second })).isError).toBe(true);
    await asking.close();
  });

  test('replace their buttons with a message in a client that refuses their calls', async () => {
    await made('create_reminder', { text: 'Refused', due_at_date: '2026-01-02' });
    const { show, refuse } = await viewHost(browser, client);
    const frame = await show('get_briefing');
    await showAll(frame);
    refuse();
    await frame.getByRole('button', { name: 'Done Refused' }).click();
    await frame.getByText('This assistant doesn’t allow changes here.').waitFor();
    expect(await frame.locator('[data-acts]').count()).toBe(0);
  });

  test("follow the client's theme and time zone", async () => {
    const contactId = await person({ full_name: 'Emmy Noether', birthday: '1882-03-23' });
    const context = {
      theme: 'dark',
      locale: 'de-DE',
      timeZone: 'Asia/Tokyo',
      styles: { variables: { '--color-background-primary': 'rgb(1, 2, 3)' }, css: { fonts: '/* its fonts */' } },
      safeAreaInsets: { top: 11, right: 0, bottom: 7, left: 0 },
    };
    const { show } = await viewHost(browser, client, { context });
    const frame = await show('get_contact', { contactId });
    await showAll(frame);
    await frame.getByText('23. März 1882').waitFor();
    const looks = await frame.evaluate(
      '({ scheme: getComputedStyle(document.documentElement).colorScheme, ground: getComputedStyle(document.documentElement).backgroundColor, top: getComputedStyle(document.body).paddingTop })',
    );
    expect(looks).toEqual({ scheme: 'dark', ground: 'rgb(1, 2, 3)', top: '11px' });
    const agenda = await show('list_calendar_events', {});
    // 19:00 in the sample is the next morning there.
    expect(await textOf(agenda)).toContain('04:00');
    const american = await viewHost(browser, client, { context: { ...context, locale: 'en-US' } });
    expect(await textOf(await american.show('list_calendar_events', {}))).toMatch(/(?<!0)4:00\sAM/);
  });

  test('show text from others as text, in every field', async () => {
    const nasty = [...CORPUS, '<img src=x onerror="parent.hacked = 1">', '<script>parent.hacked = 1</script>'];
    const { page, complaints, showResult } = await viewHost(browser, client);
    page.on('dialog', () => complaints.push('a dialog'));
    const contactId = await person({ full_name: 'Rich', company: 'Mint', description: 'Has it all' });
    for (const [name, , args = {}] of [...VIEWED, ['get_contact', '', { contactId }]] as [string, string, object?][]) {
      const { content, structuredContent, _meta } = await client.call(name, { ...args });
      for (const start of [0, 5, 10]) {
        const poisoned = poison({ structuredContent, _meta }, nasty, { at: start }) as object;
        const frame = await showResult({ content, ...poisoned });
        expect(await frame.locator('script').count()).toBe(0);
        expect(await frame.locator('img').count()).toBe(0);
      }
    }
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  test('report a result with an unknown shape', async () => {
    const { page, complaints, showResult } = await viewHost(browser, client);
    const results = await Promise.all(VIEWED.map(([name]) => client.call(name, {})));
    const values = fc.constantFrom(null, 0, '', [], {}, [null], 'text', [[]], { length: -1 });
    const spoiled = fc
      .tuple(fc.constantFrom(...results), fc.nat(60), values)
      .map(([{ content, structuredContent, _meta }, at, value]) => ({
        content,
        ...(replaced({ structuredContent, _meta }, { left: at }, value) as object),
      }));
    await fc.assert(
      fc.asyncProperty(spoiled, async (result) => {
        const frame = await showResult(result);
        expect((await textOf(frame))?.trim()).not.toBe('');
      }),
      { seed, numRuns: 15 },
    );
    for (const result of [
      { content: [] },
      { content: [], structuredContent: { other: 1 } },
      { content: [], isError: true },
    ]) {
      const frame = await showResult(result);
      expect(await textOf(frame)).toContain('can’t display this result');
    }
    expect([await page.title(), complaints]).toEqual(['A host', []]);
  });
});

/**
 * A value with these texts in place of its own, one after the other. Ids and times stay, or the view would show
 * nothing.
 */
function poison(value: unknown, texts: string[], next: { at: number }, field = ''): unknown {
  if (typeof value === 'string') return KEPT.test(field) ? value : texts[next.at++ % texts.length];
  if (Array.isArray(value)) return value.map((one) => poison(one, texts, next, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poison(inner, texts, next, name)]));
}

const KEPT = /(?:^id|Ids?|_at|_date|_time|dateTime|DateTime|date|zone|kind|type)$/;

/** A value whose nth part is replaced. */
function replaced(value: unknown, count: { left: number }, by: unknown): unknown {
  if (count.left-- === 0) return by;
  if (Array.isArray(value)) return value.map((one) => replaced(one, count, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner, count, by)]));
}
