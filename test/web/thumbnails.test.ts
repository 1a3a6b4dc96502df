import { afterAll, beforeAll, expect, test } from 'vitest';
import { dimensionsOf } from '../../src/web/pictures/dimensions.ts';
import { square } from '../../src/web/pictures/square.ts';
import { type Browser, signedIn } from '../support/browser.ts';
import { type Json, makeContact } from '../support/people.ts';
import { asData, idOf, picture, realPng } from '../support/pictures.ts';
import { type RunningService, startService, type User } from '../support/service.ts';

// Small pictures of photos in lists.

let service: RunningService;
let ada: User;
let browser: Browser;

beforeAll(async () => {
  service = await startService();
  ada = await service.user();
  browser = await signedIn(service, ada.email);
});
afterAll(() => service.stop());

async function pictured(bytes: Buffer): Promise<{ contact: Json; at: string }> {
  const contact = await makeContact(ada, { full_name: 'Pictured', image_url: asData(bytes) });
  return { contact, at: `/people/${contact.id}/photo/${idOf(bytes)}` };
}

async function sizeOf(at: string) {
  const { bytes, headers } = await browser.open(at);
  return { type: headers.get('content-type'), ...dimensionsOf(bytes, 'image/webp'), bytes: bytes.length };
}

test('serves small square pictures that browsers keep, and only in known sizes', async () => {
  const bytes = realPng(600, 400);
  const { at } = await pictured(bytes);
  expect(await sizeOf(`${at}?side=64`)).toMatchObject({ type: 'image/webp', width: 64, height: 64 });
  expect(await sizeOf(`${at}?side=128`)).toMatchObject({ type: 'image/webp', width: 128, height: 128 });
  expect((await sizeOf(`${at}?side=128`)).bytes).toBeLessThan(1_000);
  for (const other of ['', '?side=5000', '?side=1'])
    expect((await browser.open(at + other)).headers.get('content-type')).toBe('image/png');
  const { headers } = await browser.open(`${at}?side=64`);
  expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
    'private, max-age=31536000, immutable',
    expect.stringContaining('Cookie'),
  ]);
});

test('sends the photo itself if it is damaged, of another format, or has too many pixels, and continues', async () => {
  const large = realPng(5_000, 4_000);
  for (const bytes of [picture('damaged'), picture('moving', 'image/gif'), realPng(300, 300).subarray(0, 200), large]) {
    const { at } = await pictured(bytes);
    expect((await sizeOf(`${at}?side=64`)).bytes).toBe(bytes.length);
  }
  const { at } = await pictured(realPng(80, 90));
  expect(await sizeOf(`${at}?side=64`)).toMatchObject({ type: 'image/webp', width: 64 });
});

test('shows small pictures in lists, and loads them when they come into view', async () => {
  const { contact, at } = await pictured(realPng(100, 100));
  const { text } = await browser.open('/people');
  expect(text).toContain(`<img class="face" src="${at}?side=64" srcset="${at}?side=128 3x" alt=""`);
  expect((await browser.open(`/people/${contact.id}`)).text).toContain(`srcset="${at}?side=128 2x"`);
  expect(text.match(/<img class="face"[^>]*>/g)!.every((face) => face.includes('loading="lazy"'))).toBe(true);
});

test('crops to the center and averages, weighted by opacity', () => {
  const [red, blue, clear] = [
    [255, 0, 0, 255],
    [0, 0, 255, 255],
    [9, 9, 9, 0],
  ] as const;
  const data = new Uint8ClampedArray([clear, red, blue, clear, clear, red, clear, clear].flat());
  expect([...square({ data, width: 4, height: 2 }, 2).data]).toEqual([...red, ...blue, ...red, 0, 0, 0, 0]);
  expect([...square({ data, width: 4, height: 2 }, 1).data]).toEqual([170, 0, 85, 191]);
  expect(square({ data, width: 4, height: 2 }, 64).data.length).toBe(64 * 64 * 4);
});
