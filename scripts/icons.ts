// Renders src/web/assets/icon.svg as the images for an installed app.
//   node scripts/run.mjs scripts/icons.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { openChromium } from '../test/support/chromium.ts';

const FOLDER = 'src/web/assets/';
/** The icon's own background color fills the area where a system crops its own shape. */
const GROUND = '#1d6b52';

const ICONS = [
  { name: 'icon-192.png', size: 192, ground: 'transparent', drawn: '100%' },
  { name: 'icon-512.png', size: 512, ground: 'transparent', drawn: '100%' },
  // A circle of four fifths is never cropped.
  { name: 'icon-maskable.png', size: 512, ground: GROUND, drawn: '72%' },
];

const svg = `data:image/svg+xml;base64,${readFileSync(`${FOLDER}icon.svg`).toString('base64')}`;
const browser = await openChromium();
const page = await browser.newPage();
for (const { name, size, ground, drawn } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<body style="margin:0;block-size:100vh;display:grid;place-items:center;background:${ground}"><img src="${svg}" style="inline-size:${drawn}">`,
  );
  writeFileSync(FOLDER + name, await page.screenshot({ omitBackground: true }));
}
await browser.close();
