import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dimensionsOf } from '../../src/web/pictures/dimensions.ts';
import { originOf } from '../support/browser.ts';
import { chromiumPath, findings, openChromium, signInOn, watchedPage } from '../support/chromium.ts';
import { getContact, type Json, makeContact } from '../support/people.ts';
import { getPhoto } from '../support/pictures.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Photos that are dropped on a person's page or pasted there.

let service: RunningService;
let browser: Browser;
let ada: User;
let contact: Json;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  if (!chromiumPath) return;
  [service, browser] = await Promise.all([startService(), openChromium()]);
  ada = await service.user();
  contact = await makeContact(ada, { full_name: 'Grace Hopper' });
  ({ page, complaints } = await watchedPage(browser));
  await signInOn(page, service, ada);
  await page.goto(`${originOf(service)}/people/${contact.id}`);
});
afterAll(async () => {
  if (!chromiumPath) return;
  await browser.close();
  await service.stop();
  expect(service.log()).not.toContain('unexpected fault');
});

/** Drops or pastes drawn pictures on an element, each of these numbers of pixels wide. */
const bring = (event: 'drop' | 'paste', where: string, ...widths: number[]) =>
  page.evaluate(`(async () => {
    const data = new DataTransfer();
    for (const width of ${JSON.stringify(widths)}) {
      const canvas = Object.assign(document.createElement('canvas'), { width, height: width / 2 });
      const context = canvas.getContext('2d');
      const pixels = context.createImageData(canvas.width, canvas.height);
      pixels.data.forEach((_, at) => (pixels.data[at] = at % 4 === 3 ? 255 : (at * 2654435761) >>> 24));
      context.putImageData(pixels, 0, 0);
      const blob = await new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.9));
      data.items.add(new File([blob], 'photo.jpg', { type: 'image/jpeg' }));
    }
    const init = { bubbles: true, cancelable: true };
    const target = document.querySelector(${JSON.stringify(where)});
    if (${event === 'paste'}) return target.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }));
    for (const type of ['dragover', 'drop']) target.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: data }));
  })()`);

const photo = () => page.locator('#part-photo img.face').getAttribute('src');

/** The stored photo's type and size. */
async function stored() {
  const { image_url } = await getContact(ada, contact.id);
  const { bytes, headers } = await getPhoto(service.baseUrl, ada, image_url.slice('kith://photos/'.length));
  return { bytes: bytes.length, ...dimensionsOf(bytes, String(headers['content-type'])) };
}

describe.runIf(chromiumPath)('a photo', () => {
  test('is set by dropping a picture, which is reduced, while typed text stays', async () => {
    await page.locator('.composer textarea').fill('typed before');
    await bring('drop', '#part-photo h1', 2_400);
    await page.locator('#part-photo img.face').waitFor();
    expect(await page.locator('#toast').textContent()).toContain('Photo of Grace Hopper changed');
    expect(await page.locator('.composer textarea').inputValue()).toBe('typed before');
    expect(await stored()).toMatchObject({ width: 1_024, height: 512 });
    await expect
      .poll(() => page.evaluate(`document.querySelector('#part-photo img.face').naturalWidth`))
      .toBeGreaterThan(0);
    const at = await page.evaluate(`document.querySelector('#part-photo img.face').currentSrc`);
    expect(at).toContain('side=64');
    expect(await findings(page)).toEqual([]);
  });

  test('is set by pasting a picture, except into a text field', async () => {
    const before = await photo();
    await bring('paste', '.composer textarea', 60);
    await bring('paste', 'body', 80);
    await expect.poll(photo).not.toBe(before);
    expect(await stored()).toMatchObject({ width: 80, height: 40 });
  });

  test('opens the menu with an error if several pictures are dropped', async () => {
    const before = await photo();
    await bring('drop', '#part-photo h1', 60, 70);
    const alert = page.locator('#part-photo [role=alert]');
    await alert.waitFor();
    expect(await alert.textContent()).toBe('Drop one picture at a time.');
    expect(await photo()).toBe(before);
  });

  test('is not replaced by a picture dragged from the page itself', async () => {
    const before = await photo();
    await page.evaluate(
      `document.querySelector('img.face').dispatchEvent(new DragEvent('dragstart', { bubbles: true }))`,
    );
    await bring('drop', '#part-photo h1', 90);
    await page.evaluate(
      `document.querySelector('img.face').dispatchEvent(new DragEvent('dragend', { bubbles: true }))`,
    );
    await bring('drop', '#part-photo h1', 100);
    await expect.poll(photo).not.toBe(before);
    expect(await stored()).toMatchObject({ width: 100, height: 50 });
    expect(complaints).toEqual([]);
  });
});
