// Characters that are invisible to people but read by models and terminals can smuggle text past a person. Unicode
// properties identify them, so that no list needs maintenance: default-ignorable characters, control, format and
// private-use characters, noncharacters, and unpaired surrogates. Those that writing requires are kept: joiners and
// selectors in emoji, Han, and scripts with joined letters.

import { once } from '../once.ts';

/** Format characters that fonts display: number signs in Arabic, Syriac and Kaithi. */
const SHOWN = '\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}';
const HIDDEN = `[[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Noncharacter_Code_Point}]--[\\t\\n\\r${SHOWN}]]`;

const MODIFIER = '[\\u{1f3fb}-\\u{1f3ff}]';
/** An emoji as part of a sequence. Digits count because of keycaps. */
const PART = `[\\p{Emoji}--[0-9#*]](?:${MODIFIER}|\\ufe0f)?`;
const CHAIN = `${PART}(?:\\u200d${PART})+`;
const FLAG = '\\u{1f3f4}[\\u{e0020}-\\u{e007e}]+\\u{e007f}';
/** Sequences that Unicode recommends for all fonts. */
const KNOWN_CHAIN = '\\p{RGI_Emoji_ZWJ_Sequence}';
const KNOWN_FLAG = '\\p{RGI_Emoji_Tag_Sequence}';
const TEXT_BY_DEFAULT = '[\\p{Emoji}--\\p{Emoji_Presentation}--[0-9#*]]';
/** Emoji with a text and a picture style, including older pictures that keyboards write with a selector. */
const TWO_STYLES = `[${TEXT_BY_DEFAULT}[\\p{Emoji_Presentation}&&[\\u{0}-\\u{ffff}]]\\u{1f004}\\u{1f21a}\\u{1f22f}]`;
const STYLED = `${TWO_STYLES}[\\ufe0e\\ufe0f](?![\\ufe00-\\ufe0f])|[0-9#*]\\ufe0f\\u20e3`;
/** A variant of an ideograph, with the selectors used in variant collections. */
const VARIANT = '\\p{Script=Han}[\\ufe00-\\ufe02\\u{e0100}-\\u{e011f}]';
const SELECTED = '\\p{Script=Han}[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]';

const letters = (...scripts: string[]) => `[[${scripts.map((name) => `\\p{scx=${name}}`).join('')}]&&[\\p{L}\\p{M}]]`;
/** Letters that join automatically unless a non-joiner separates them. */
const CURSIVE = letters('Arab', 'Syrc', 'Mand', 'Nkoo', 'Adlm');
const INDIC = letters('Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh');
const VIRAMA = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca]';
/** A word may contain hidden characters. Without them it must still be one word. */
const WORD = `[${CURSIVE}${INDIC}][${CURSIVE}${INDIC}${HIDDEN}]*`;
/**
 * Places in which joiners change the display (RFC 5892, A.1 and A.2): after a virama, and a non-joiner between joining
 * letters. A joiner before a virama writes the Bengali ya after ra, and similar forms in Kannada and Sinhala.
 */
const JOINED = `(?<=${VIRAMA})[\\u200c\\u200d]|(?<=${INDIC})\\u200d(?=${VIRAMA})|(?<=${CURSIVE})\\u200c(?=${CURSIVE})`;

/** Latin, Greek, Cyrillic, Hebrew, kana and common Han. Most texts contain nothing else and need no further check. */
const PLAIN = /^[\t\n\r\x20-\x7e\xa0-\xac\xae-\u034e\u0370-\u05ff\u2010-\u2027\u3041-\u30ff\u4e00-\u9fff]*$/;

/** Compiled on first use, so that startup is not delayed. */
const patterns = once(() => {
  const hidden = `(?<hidden>${HIDDEN})`;
  // A match costs far more than its characters, so a run of hidden characters is one match. No other pattern starts
  // with one.
  const run = `(?<hidden>${HIDDEN}+)`;
  const places = `(?<chain>${CHAIN})|(?<flag>${FLAG})|${STYLED}|(?<variant>${VARIANT})|(?<word>${WORD})|${run}`;
  return {
    suspect: new RegExp(HIDDEN, 'v'),
    places: new RegExp(places, 'gv'),
    alone: new RegExp(run, 'gv'),
    inChain: new RegExp(`${STYLED}|${hidden}`, 'gv'),
    inWord: new RegExp(`${JOINED}|${hidden}`, 'gv'),
    joiners: new RegExp(JOINED, 'gv'),
    selected: new RegExp(SELECTED, 'gv'),
    knownFlag: new RegExp(`^${KNOWN_FLAG}$`, 'v'),
    knownChain: new RegExp(`^${KNOWN_CHAIN}${MODIFIER}?$`, 'v'),
    lacksStyle: new RegExp(`${TEXT_BY_DEFAULT}(?!${MODIFIER})`, 'gv'),
    needlessStyle: new RegExp(`[^${TWO_STYLES}]\\ufe0f`, 'v'),
  };
});

/**
 * If a text has more variants than names do, or a word more joiners than words do, it may spell out a hidden message.
 * All of them are removed.
 */
const MAX_VARIANTS = 4;
const LETTERS_OF_ONE_JOINER = 6;

type Place = Partial<Record<'chain' | 'flag' | 'variant' | 'word' | 'hidden', string>>;

/**
 * In longer text, all hidden characters after this position are removed, because each match costs far more than its
 * characters.
 */
const MAX_MATCHED = 50_000;

/** Removes hidden characters. Sanitizing the result again changes nothing. */
export function sanitize(text: string): string {
  if (text.length <= MAX_MATCHED) return replaceHidden(text, () => '');
  // An unpaired surrogate is a hidden character, so a pair must not be split.
  const end = text.codePointAt(MAX_MATCHED - 1)! > 0xffff ? MAX_MATCHED + 1 : MAX_MATCHED;
  const rest = text.slice(end);
  return replaceHidden(text.slice(0, end), () => '') + (PLAIN.test(rest) ? rest : rest.replace(patterns().alone, ''));
}

/** Replaces each hidden character. Runs in linear time. */
export function replaceHidden(text: string, instead: (hidden: string) => string): string {
  if (PLAIN.test(text) || !patterns().suspect.test(text)) return text;
  const { places, alone, inChain, inWord, knownFlag, selected } = patterns();
  const replaced = (run: string) => Array.from(run, (hidden) => instead(hidden)).join('');
  const except = (pattern: RegExp, part: string) =>
    part.replace(pattern, (match, ...rest) => ((rest.at(-1) as Place).hidden === undefined ? match : replaced(match)));
  const tooMany = (text.match(selected)?.length ?? 0) > MAX_VARIANTS;
  return text.replace(places, (match, ...rest) => {
    const { chain, flag, variant, word, hidden } = rest.at(-1) as Place;
    if (hidden !== undefined) return replaced(match);
    if (word !== undefined) return except(isOverJoined(match) ? alone : inWord, match);
    if (chain !== undefined) return isOneEmoji(match) ? match : except(inChain, match);
    if (flag !== undefined) return knownFlag.test(match) ? match : except(alone, match);
    return variant !== undefined && tooMany ? except(alone, match) : match;
  });
}

/** Whether the joined parts are an emoji that fonts support, with or without its selectors. */
function isOneEmoji(chain: string): boolean {
  const { needlessStyle, knownChain, lacksStyle } = patterns();
  return !needlessStyle.test(chain) && knownChain.test(chain.replaceAll('\ufe0f', '').replace(lacksStyle, '$&\ufe0f'));
}

function isOverJoined(word: string): boolean {
  const { joiners, alone } = patterns();
  const count = word.match(joiners)?.length ?? 0;
  return count > 1 + [...word.replace(alone, '')].length / LETTERS_OF_ONE_JOINER;
}
