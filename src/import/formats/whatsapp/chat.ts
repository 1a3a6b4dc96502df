import { chatDates, type Numbers } from './chat-dates.ts';

// A chat exported from WhatsApp: `_chat.txt` on an iPhone, `WhatsApp Chat with ….txt` on Android. A message starts with
// its date in the format of the phone's language and region. Times are in the phone's time zone.

export interface ChatMessage {
  /** Local time: `YYYY-MM-DDTHH:MM:SS`. */
  at: string;
  /** Name in the phone's contacts, or a phone number. */
  sender: string;
  text: string;
}

export interface Chat {
  /** In file order. */
  messages: ChatMessage[];
  /** The people who wrote. On an iPhone, the chat's name is the sender of notices and is not included. */
  senders: string[];
  /** Name under which an iPhone wrote only notices: the group, or the other person in a chat of two. */
  title?: string;
}

/**
 * Directional marks around names and numbers. On an iPhone, notices such as "image omitted" start with the first one.
 */
const MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const NOTICE = '\u200e';
const WIDE_SPACES = /[\u00a0\u2009\u202f]/g;
const MAX_HEAD_LENGTH = 240;

/**
 * A date and a time, with text before or after it, such as "AM" in many languages. An iPhone uses brackets, Android a
 * dash or, in Korean, a comma.
 */
const HEAD =
  /^(\[)?(\d{1,4})([./年년-] ?)(\d{1,2})([./月월-] ?)(\d{1,4})([^\d[\]]{1,14})(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?([^\d\]–:,-]{0,12})(\] ?| [-–] |, )/;
const SENDER = /^([^:]{1,100}?) ?: ?([\s\S]*)$/;

interface Line {
  numbers: Numbers;
  time: string;
  rest: string;
}

/** Whether text starts like an exported chat. */
export function isChat(head: string): boolean {
  const first = head.split('\n').find((line) => line.trim() !== '');
  return first !== undefined && readHead(first) !== undefined;
}

function readHead(line: string): Line | undefined {
  const head = westernDigits(line.slice(0, MAX_HEAD_LENGTH).replace(WIDE_SPACES, ' '));
  const plain = head.replace(MARKS, '');
  const match = HEAD.exec(plain);
  if (!match || (match[1] === '[') !== match[12]!.startsWith(']')) return undefined;
  if (match[12] === ', ' && match[3] !== '년 ') return undefined;
  const [whole, , a = '', separator = '', b = '', , c = '', before = '', hour, minute, second = '00', after = ''] =
    match;
  const hours = hourOf(Number(hour), before + after);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const halves = HALVES.some((half) => half.test(before + after));
  const time = `${String(hours).padStart(2, '0')}:${minute}:${second}`;
  return { numbers: { parts: [a, b, c], separator: separator.trim(), halves }, time, rest: behind(line, whole.length) };
}

/** The line after this many characters, not counting directional marks. */
function behind(line: string, count: number): string {
  let at = 0;
  for (let left = count; left > 0; at++) if (line[at]!.replace(MARKS, '') !== '') left--;
  return line.slice(at);
}

const FORENOON = /\ba\.? ?m\b|\bfm\b|\bde\.|\bsa\b|öö|午前|上午|凌晨|清晨|早上|오전|ص|ق\.ظ|π\.?μ/i;
const AFTERNOON = /\bp\.? ?m\b|\bem\b|\bdu\.|\bch\b|ös|午後|下午|中午|晚上|오후|م|ب\.ظ|μ\.?μ/i;
const HALVES = [FORENOON, AFTERNOON];

function hourOf(hour: number, around: string): number {
  if (AFTERNOON.test(around)) return hour < 12 ? hour + 12 : hour;
  return FORENOON.test(around) && hour === 12 ? 0 : hour;
}

/** Converts Arabic, Persian and Indian digits to 0 to 9. */
const westernDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => {
    const zero = ZEROS.findLast((code) => code <= digit.charCodeAt(0))!;
    return String(digit.charCodeAt(0) - zero);
  });
const ZEROS = [0x660, 0x6f0, 0x966];

/** Reads an exported chat. `latest` is the current time in the phone's zone. Messages cannot be later. */
export function readChat(text: string, latest: string): Chat {
  const found: (Line & { lines: string[] })[] = [];
  for (const line of text.split(/\r?\n/)) {
    const head = readHead(line);
    if (head) found.push({ ...head, lines: [head.rest] });
    else found.at(-1)?.lines.push(line);
  }
  const days = chatDates(found, latest);
  const messages: ChatMessage[] = [];
  const speakers = new Set<string>();
  const all = new Set<string>();
  for (const [index, { time, lines }] of found.entries()) {
    const day = days[index];
    const [, name, said = ''] = SENDER.exec(lines.join('\n')) ?? [];
    if (!day || name === undefined) continue;
    const sender = name.replace(MARKS, '').replace(WIDE_SPACES, ' ').replace(/^~ ?/, '').trim();
    // On an iPhone, the first message is a notice about encryption.
    if (sender === '' || (index === 0 && said.startsWith(NOTICE))) continue;
    all.add(sender);
    if (!said.startsWith(NOTICE)) speakers.add(sender);
    messages.push({ at: `${day}T${time}`, sender, text: said.replace(MARKS, '').trim() });
  }
  const titles = [...all].filter((name) => !speakers.has(name));
  // Someone who sent only pictures looks like the chat itself. If there are several such names, the title is unknown.
  const title = titles.length === 1 ? titles[0] : undefined;
  const senders = [...all].filter((name) => name !== title);
  return {
    messages: messages.filter(({ sender }) => sender !== title || senders.length < 2),
    senders,
    ...(title && { title }),
  };
}
