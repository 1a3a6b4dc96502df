/** The typed part of a line: its words without quotes, and the quote still open at the end. */
export interface TypedLine {
  words: string[];
  quote: '' | '"' | "'";
}

export function splitLine(line: string): TypedLine {
  const words: string[] = [''];
  let quote: TypedLine['quote'] = '';
  let begun = false;
  const add = (text: string) => {
    words[words.length - 1] += text;
    begun = true;
  };
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    if (char === '\\' && quote !== "'") add(line[++at] ?? '');
    else if (quote !== '' && char === quote) quote = '';
    else if (quote === '' && (char === '"' || char === "'")) {
      quote = char;
      begun = true;
    } else if (quote === '' && /\s/.test(char)) {
      if (begun) words.push('');
      begun = false;
    } else add(char);
  }
  return { words, quote };
}

const PLAIN = /[^\p{L}\p{M}\p{N}_.@%+,:=/-]/gu;

/** Formats a completion for bash: quoted, and only the part after bash's last word break. */
export function toBash(word: string, { words, quote }: TypedLine, breaks: string): string {
  if (quote === "'") return word.replaceAll("'", String.raw`'\''`);
  if (quote === '"') return word.replace(/["$`\\!]/g, '\\$&');
  const typed = words.at(-1)!;
  const broken = [...typed].findLastIndex((char) => /[@:=]/.test(char) && breaks.includes(char));
  const rest = [...word].slice(broken + 1).join('');
  return rest.replace(PLAIN, '\\$&');
}
