import { escapeHtml } from '../../shared/html/escape.ts';

// Outlook stores the join information of an online meeting in the event's text, below the organizer's text and between
// two lines of underscores. Removing it removes the meeting from the event.

const LINE = /_{20,}/g;
const JOIN_URL = /https:\/\/(?:teams\.(?:microsoft|live)\.com|meet\.lync\.com)\//i;

/** Position of the block with the join information, or undefined. */
function blockIn(text: string, joinUrl: string | undefined): { start: number; end: number } | undefined {
  const link = linkIn(text, joinUrl);
  if (link < 0) return undefined;
  const lines = [...text.matchAll(LINE)];
  const first = lines.findLast(({ index }) => index < link);
  if (!first) return undefined;
  const last = lines.findLast(({ index }) => index > link);
  return { start: first.index, end: last ? last.index + last[0].length : text.length };
}

function linkIn(text: string, joinUrl: string | undefined): number {
  const spellings = joinUrl ? [joinUrl, escapeHtml(joinUrl)] : [];
  const known = spellings.map((one) => text.indexOf(one)).find((at) => at >= 0);
  return known ?? text.search(JOIN_URL);
}

/** The organizer's text without the block. */
export function ownText(text: string, joinUrl: string | undefined): string {
  const block = blockIn(text, joinUrl);
  if (block) return `${text.slice(0, block.start).trimEnd()}\n${text.slice(block.end).trim()}`.trim();
  // A preview ends before the link.
  return text.replace(/_{60,}(?:\s*$|(?=[\s\S]{0,80}Teams)[\s\S]*$)/, '').trimEnd();
}

/** Replaces the organizer's text in a meeting's HTML and keeps the join information. Undefined if the HTML has none. */
export function withOwnText(html: string, text: string, joinUrl: string | undefined): string | undefined {
  const start = blockIn(html, joinUrl)?.start;
  const from = start === undefined ? elementWithLink(html, joinUrl) : openedAt(html, start);
  if (from === undefined) return undefined;
  const head = /^[\s\S]*?<body\b[^<>]*>/i.exec(html)?.[0] ?? '';
  const own = ownText(text, joinUrl);
  const lines = own === '' ? '' : `<div>${escapeHtml(own).replace(/\r?\n/g, '<br>')}</div>`;
  return head + lines + html.slice(Math.max(from, head.length));
}

/** Position of the opening tags directly before a position. */
function openedAt(html: string, place: number): number {
  let at = place;
  for (;;) {
    let end = at;
    while (/\s/.test(html[end - 1] ?? '')) end--;
    const start = html[end - 1] === '>' ? html.lastIndexOf('<', end - 1) : -1;
    if (start < 0 || html[start + 1] === '/') return at;
    at = start;
  }
}

const VOID = new Set(['br', 'hr', 'img', 'meta', 'link', 'input', 'wbr', 'col']);

/** Position of the outermost element in the body that contains the link, or undefined. */
function elementWithLink(html: string, joinUrl: string | undefined): number | undefined {
  const link = linkIn(html, joinUrl);
  if (link < 0) return undefined;
  let depth = 0;
  let outermost = 0;
  for (const { 0: tag, 1: closes, 2: name = '', index } of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/gi)) {
    const isFrame = /^(?:html|body)$/i.test(name);
    if (index > link) break;
    if (isFrame || VOID.has(name.toLowerCase()) || tag.endsWith('/>')) continue;
    if (closes) depth = Math.max(0, depth - 1);
    else if (depth++ === 0) outermost = index;
  }
  return depth === 0 ? link : outermost;
}
