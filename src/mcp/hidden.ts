// Characters that a person does not see and a model still reads can carry words past the person. What writing needs
// stays: joiners (Persian, Hindi, emoji), one variation selector behind a character (emoji, Japanese names).

/** Control and format characters: bidirectional marks, zero-width ones, tags; not tab and line ends. */
const FORMAT = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}]/gu;
/** Letters and marks that show as nothing: Hangul fillers, the grapheme joiner, Khmer and Mongolian vowels and selectors. */
const BLANK = /\u034f|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|\u3164|\uffa0/gu;
/** In a row, joiners and variation selectors spell out bits. */
const REPEATED =
  /(?<=[\u200c\u200d])[\u200c\u200d]+|(?<=[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;

/** Most texts are nothing else, and need no closer look. */
const PLAIN = /^[\t\n\r\x20-\x7e]*$/;

export const withoutHidden = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(FORMAT, '').replace(BLANK, '').replace(REPEATED, '').toWellFormed();
