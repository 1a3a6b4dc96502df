import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { asOwner } from '../../test/support/as-owner.ts';
import { type Browser, newBrowser, originOf, type Page, signedIn } from '../../test/support/browser.ts';
import { type DavDevice, deviceOf } from '../../test/support/dav-device.ts';
import { formIn } from '../../test/support/forms.ts';
import { loopProbe } from '../../test/support/loop-probe.ts';
import { dataOf } from '../../test/support/people.ts';
import { type RunningService, startService, type User } from '../../test/support/service.ts';

/** A service with one user whose data is as costly to read as the API allows, and a stranger. */
export interface FairnessSetup {
  service: RunningService;
  ada: User;
  /** The user whose wait is measured. */
  bob: User;
  browser: Browser;
  stranger: Browser;
  device: DavDevice;
  contactIds: string[];
  reminderId: string;
  /** The URL of Ada's calendar feed. */
  feed: string;
  /** Reads the longest stretch of CPU time between two event loop turns since the last call, in milliseconds. */
  longestStretch(): Promise<number>;
  /** Uploads a file on the import page and imports it. Returns the last page. */
  upload(name: string, content: string): Promise<{ status: number; bytes: number }>;
}

const PEOPLE = 500;
/** Notes that each link to all people. One call creates as many as fit in a body. */
const NOTES = 1_274;
const NOTES_IN_CALL = 90;
const REMINDERS = 300;
const RELOAD_MS = 200;

export async function makeFairnessSetup(tell: (what: string) => void): Promise<FairnessSetup> {
  const probe = loopProbe();
  const service = await startService(undefined, probe.env);
  const [ada, bob] = [await service.user(), await service.user()];
  tell(`${PEOPLE} people`);
  const contacts = Array.from({ length: PEOPLE }, (_, index) => ({
    full_name: `Ann ${'Long'.repeat(1 + (index % 20))} Miller ${index}`,
    description: `Met ${index} times over tea. `.repeat(380).slice(0, 9_900),
    contact_emails: [{ email: `ann${index}@example.com` }],
  }));
  const created = dataOf(await ada.post('/v2/contacts/batch', { contacts: contacts.slice(0, 250) })).contacts;
  created.push(...dataOf(await ada.post('/v2/contacts/batch', { contacts: contacts.slice(250) })).contacts);
  const contactIds: string[] = created.map(({ id }: { id: string }) => id);
  tell(`${NOTES} notes about all of them`);
  const timeline_items_contacts = contactIds.map((contact_id) => ({ contact_id }));
  for (let left = NOTES; left > 0; left -= NOTES_IN_CALL) {
    const notes = Array.from({ length: Math.min(left, NOTES_IN_CALL) }, () => ({
      note: 'Summer party',
      timeline_items_contacts,
    }));
    dataOf(await ada.post('/v2/timeline/notes/batch', { notes }));
  }
  tell(`${REMINDERS} reminders about all of them`);
  const reminders_contacts = contactIds.map((contact_id) => ({ contact_id }));
  let reminderId = '';
  for (let left = REMINDERS; left > 0; left--) {
    const reminder = { text: 'Call', due_at_date: '2030-01-01', recurrence: '1 mon', reminders_contacts };
    reminderId = dataOf(await ada.post('/v2/reminders', { reminder })).reminder.id;
  }
  const browser = await signedIn(service, ada.email);
  const feed = await asOwner(service, ada, async (client) => {
    const { url } = (await client.call('renew_feed_address', {})).data.feed_address;
    return new URL(url).pathname;
  });
  const scene = {
    ...{ service, ada, bob, browser, stranger: newBrowser(originOf(service)), contactIds, reminderId, feed },
    longestStretch: probe.longest,
  };
  return { ...scene, device: await deviceOf(service, ada), upload: (...file) => upload(browser, ...file) };
}

async function upload(browser: Browser, name: string, content: string): Promise<{ status: number; bytes: number }> {
  const form = new FormData();
  for (const [field, value] of formIn((await browser.open('/import')).text, '/import'))
    form.append(field, field === 'key' ? randomUUID() : value);
  form.set('file', new Blob([content]), name);
  const looked = await atRest(browser, await browser.send('/import', form));
  const go = `${looked.url.pathname}/go`;
  const page = looked.text.includes(go)
    ? await atRest(browser, await browser.send(go, formIn(looked.text, go)))
    : looked;
  return { status: page.status, bytes: page.text.length };
}

/** Reloads a job's page as a browser without scripts does, until the job stops changing. */
async function atRest(browser: Browser, first: Page): Promise<Page> {
  let page = first;
  while (page.text.includes('http-equiv="refresh"')) {
    await sleep(RELOAD_MS);
    page = await browser.open(page.url);
  }
  return page;
}
