import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

export const FOLDER = 'docs/pictures';

/** Takes a picture as WebP, a third of the browser's PNG. Returns its bytes. */
export async function take(page: Page, name: string): Promise<number> {
  await painted(page);
  const png = (await page.screenshot({ animations: 'disabled' })).toString('base64');
  const blank = await page.context().newPage();
  const url = (await blank.evaluate(`new Promise((done) => {
    const image = new Image();
    image.onload = () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      canvas.getContext('2d').drawImage(image, 0, 0);
      done(canvas.toDataURL('image/webp', 0.85));
    };
    image.src = 'data:image/png;base64,${png}';
  })`)) as string;
  await blank.close();
  const file = `${FOLDER}/${name}.webp`;
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, bytes);
  process.stdout.write(`${file}: ${bytes.length} bytes\n`);
  return bytes.length;
}

/** Waits until every frame has been painted, because a new frame may be empty in a screenshot. */
async function painted(page: Page): Promise<void> {
  const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';
  await Promise.all(page.frames().map((frame) => frame.evaluate(twoFrames)));
}
