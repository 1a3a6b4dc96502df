import { fold } from './fold.ts';

/** Question words by language code in `stems.ts`. Folded. */
const QUESTION_WORDS: Record<string, ReadonlySet<string>> = byLanguage({
  de: `wer wen wem wessen was wann wo woher wohin warum wieso weshalb wie wieviel wieviele welche welcher welches welchen
    welchem womit wofur wogegen worum woruber worauf woran worin wovon wovor wozu wodurch wonach`,
  en: 'who whom whose what which when where why how',
  es: 'quien quienes que cual cuales cuando donde adonde como cuanto cuanta cuantos cuantas',
  fr: `qui que quoi quel quelle quels quelles quand ou comment pourquoi combien lequel laquelle lesquels lesquelles
    qu'est`,
  it: 'chi che cosa quale quali quando dove come perche quanto quanta quanti quante',
  nl: 'wie wat waar wanneer waarom hoe welke welk wiens',
  pt: 'quem que qual quais quando onde como quanto quanta quantos quantas',
});

/** Words that introduce a request: "I need a lawyer, whom do I know?" Folded. */
const REQUEST_WORDS: Record<string, ReadonlySet<string>> = byLanguage({
  de: 'ich brauche brauchen kenne kennen jemand jemanden jemandem irgendwer weiss',
  en: 'i need know find show someone somebody anyone anybody tell',
  es: 'necesito conozco busco alguien se',
  fr: 'je besoin connais connaissons cherche quelqu un',
  it: 'bisogno conosco conosciamo cerco qualcuno',
});

/** Articles, possessives and prepositions, which are rarely part of a name: "my dentist", "der Friseur". Folded. */
const LINKING_WORDS = new Set(
  `a i my your our his her their the an of at in on from with for to about
  mein meine meinen meiner meinem unser unsere unserem der die das den dem des ein eine einen einer im am bei beim mit fur aus zum zur uber
  mis nuestro nuestra el las un una del en con para por
  mon mes notre nos le les un une du des au aux avec chez pour
  mio miei mie nostro nostra il gli uno una del della dei delle con per`.split(/\s+/),
);

/** Words about events and conversations that the record itself need not contain. Folded. */
const UNSAID_WORDS = new Set(
  `happen happens happened happening go goes went gone going do does did done make makes made say says said tell tells
  told talk talks talked talking
  passiert passierte geschehen machen macht machte gemacht sagen sagt sagte gesagt erzahlt erzahlte gesprochen tun getan
  war waren
  paso pasado hago hacer hice hizo hicimos hecho dije dijo dijimos dicho conto contado hablamos hable
  passe fait faire dit raconte parle
  successo fatto fare detto raccontato parlato
  phone number email mail address birthday telefon nummer adresse geburtstag telefono numero correo direccion cumpleanos
  telephone anniversaire indirizzo compleanno`.split(/\s+/),
);

/** Question words for a person. Folded. */
const ASKING_FOR_PEOPLE = new Set('who whom whose wer wem wen wessen quien quienes qui chi quem'.split(' '));

/** The question word must be among the first words: "Mit wem …", "in what year …". */
const FIRST = 3;
/** Shorter text is a name or a few keywords: "Wen Li", "Como lake". */
const MIN_WORDS = 3;

/** Codes of the languages in which these words are a question. */
export function languagesOfQuestion(words: readonly string[]): string[] {
  if (words.length < MIN_WORDS) return [];
  const first = words.slice(0, FIRST).map(fold);
  return Object.keys(QUESTION_WORDS).filter((code) => first.some((word) => QUESTION_WORDS[code]!.has(word)));
}

/** Whether a word only introduces a question in this language. */
export const isQuestionWord = (code: string, word: string): boolean =>
  [QUESTION_WORDS, REQUEST_WORDS].some((words) => words[code]?.has(fold(word)));

/** Whether a word only links others or introduces a question, in any language. */
export const isLinkingWord = (word: string): boolean =>
  LINKING_WORDS.has(fold(word)) || Object.values(REQUEST_WORDS).some((words) => words.has(fold(word)));

/** Whether the matching record need not contain this folded word. */
export const isOptionalWord = (word: string): boolean => UNSAID_WORDS.has(word);

/** Whether a question asks for a person: "who", "wer", "quién". */
export const asksForPerson = (words: readonly string[]): boolean =>
  words.some((word) => ASKING_FOR_PEOPLE.has(fold(word)));

function byLanguage(texts: Record<string, string>): Record<string, ReadonlySet<string>> {
  return Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, new Set(text.split(/\s+/))]));
}
