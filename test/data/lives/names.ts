import { drawFrom } from '../../support/random.ts';
import { LANGUAGES } from '../duplicates/household-names.ts';
import { pick, type Random } from '../duplicates/people.ts';
import type { Gender, Tongue } from './language.ts';

/** A name as written on a card. A name in another script also has its Latin spellings, the usual one first. */
export interface Name {
  text: string;
  latin: string[];
}

export interface PersonName {
  given: Name;
  family: Name;
  gender: Gender;
  culture: string;
  /** In the order of the culture's script. */
  full: string;
}

/** Names in their own scripts: "script/Latin/Latin", women, men, and families. */
const SCRIPTS: Record<string, [women: string, men: string, families: string]> = {
  cyrillic: [
    'Екатерина/Ekaterina/Yekaterina Юлия/Yulia/Julia Наталья/Natalia/Natalya Светлана/Svetlana Ольга/Olga Людмила/Lyudmila/Ludmila',
    'Дмитрий/Dmitri/Dmitry Сергей/Sergei/Sergey Алексей/Alexei/Aleksey Михаил/Mikhail/Michail Николай/Nikolai/Nikolay Юрий/Yuri/Juri',
    'Шевченко/Shevchenko/Schewtschenko Жуков/Zhukov/Schukow Соколов/Sokolov/Sokolow Волков/Volkov/Wolkow Чайковский/Tchaikovsky/Chaikovsky Морозов/Morozov/Morosow Хрущёв/Khrushchev/Chruschtschow Рыбаков/Rybakov/Rybakow',
  ],
  greek: [
    'Ελένη/Eleni/Heleni Μαρία/Maria Αικατερίνη/Aikaterini/Ekaterini Δήμητρα/Dimitra/Demetra Σοφία/Sofia/Sophia',
    'Γιώργος/Giorgos/Yorgos Νίκος/Nikos Δημήτρης/Dimitris/Demetris Κώστας/Kostas/Costas Χρήστος/Christos/Hristos',
    'Παπαδόπουλος/Papadopoulos Γεωργίου/Georgiou Νικολάου/Nikolaou/Nicolaou Βασιλείου/Vasiliou/Vassiliou Αντωνίου/Antoniou Οικονόμου/Oikonomou/Economou',
  ],
  arabic: [
    'فاطمة/Fatima/Fatma ليلى/Layla/Leila مريم/Maryam/Mariam نور/Nour/Noor هدى/Huda/Hoda',
    'محمد/Mohammed/Muhammad يوسف/Yusuf/Youssef خالد/Khalid/Khaled حسن/Hassan/Hasan عمر/Omar/Umar',
    'حداد/Haddad منصور/Mansour/Mansur ناصر/Nasser/Nasir خوري/Khoury/Khouri عزيز/Aziz قاسم/Qasim/Kassem',
  ],
  chinese: [
    '美玲/Meiling 晓燕/Xiaoyan 丽华/Lihua 静/Jing 雪梅/Xuemei',
    '小明/Xiaoming 伟华/Weihua 国强/Guoqiang 志伟/Zhiwei 建国/Jianguo',
    '王/Wang 张/Zhang 陈/Chen 赵/Zhao 黄/Huang 刘/Liu 杨/Yang',
  ],
  japanese: [
    '美咲/Misaki 陽子/Yoko 直美/Naomi 恵子/Keiko さくら/Sakura',
    '健太/Kenta 大輔/Daisuke 拓也/Takuya 翔太/Shota 浩/Hiroshi',
    '田中/Tanaka 佐藤/Sato 鈴木/Suzuki 高橋/Takahashi 渡辺/Watanabe 山本/Yamamoto',
  ],
};

/** Halves of family names, because most real ones are rare. */
const HALVES: Record<string, [string, string]> = {
  english: [
    'Ash Black Brad Whit Stan Hart Mar Kings Lang Farn Rad Cald Wex Thorn Hol',
    'ford ley ton well wood worth by combe field grave',
  ],
  german: [
    'Linden Kalten Roden Hasel Eichen König Grün Mühl Brück Stein Löwen Wester Schön Groß',
    'berg bach mann hoff feld meier brunn wald hauer müller',
  ],
  swedish: ['Sjö Lind Ek Ny Berg Gran Hög Dal Alm Ström', 'berg gren ström qvist lund dahl ås blad'],
};

/** How often people of a culture occur, and the languages of notes about them. */
const SHARES: [share: number, [culture: string, tongues: Tongue[]]][] = [
  [21, ['english', ['en']]],
  [21, ['german', ['de']]],
  [18, ['spanish', ['es']]],
  [5, ['french', ['en', 'de', 'es']]],
  [5, ['italian', ['en', 'de', 'es']]],
  [4, ['portuguese', ['es', 'en']]],
  [4, ['dutch', ['en', 'de']]],
  [3, ['polish', ['de', 'en']]],
  [3, ['turkish', ['de']]],
  [3, ['swedish', ['en', 'de']]],
  [2, ['czech', ['de']]],
  [3, ['cyrillic', ['de', 'en']]],
  [2, ['greek', ['de', 'en']]],
  [2, ['arabic', ['en', 'es']]],
  [2, ['chinese', ['en']]],
  [2, ['japanese', ['en', 'de']]],
];

/** A culture, drawn by frequency, and a language of notes about its people. */
export function anyCulture(random: Random): { culture: string; tongue: Tongue } {
  const [culture, tongues] = drawFrom(random, SHARES);
  return { culture, tongue: pick(random, tongues) };
}

export const isScripted = (culture: string): boolean => culture in SCRIPTS;

const latinName = (text: string): Name => ({ text, latin: [text] });

function scriptedName(entry: string): Name {
  const [text = '', ...latin] = entry.split('/');
  return { text, latin };
}

/** A name of a culture. `family` reuses someone else's family name. */
export function anyName(random: Random, culture: string, family?: Name): PersonName {
  const gender = random() < 0.5 ? 'f' : 'm';
  const given = givenName(random, culture, gender);
  const last = family ?? familyName(random, culture);
  return { given, family: last, gender, culture, full: fullName(culture, given.text, last.text) };
}

/** The whole name. Chinese and Japanese put the family first, without a space. */
export const fullName = (culture: string, given: string, family: string): string =>
  ['chinese', 'japanese'].includes(culture) && /\p{Script=Han}/u.test(family) ? family + given : `${given} ${family}`;

function givenName(random: Random, culture: string, gender: Gender): Name {
  const scripted = SCRIPTS[culture];
  if (scripted) return scriptedName(pick(random, scripted[gender === 'f' ? 0 : 1].split(' ')));
  const { women, men } = LANGUAGES[culture]!;
  const names = (gender === 'f' ? women : men).filter((name) => /^[\p{Script=Latin} -]+$/u.test(name));
  return latinName(pick(random, [...names, ...(OTHERS[culture]?.[gender] ?? [])]));
}

function familyName(random: Random, culture: string): Name {
  const scripted = SCRIPTS[culture];
  if (scripted) return scriptedName(pick(random, scripted[2].split(' ')));
  const halves = HALVES[culture];
  if (halves && random() < 0.65)
    return latinName(pick(random, halves[0].split(' ')) + pick(random, halves[1].split(' ')));
  const families = LANGUAGES[culture]!.families.filter((name) => /\p{Script=Latin}/u.test(name));
  const one = pick(random, families);
  const isDouble = ['spanish', 'portuguese'].includes(culture) && random() < 0.6;
  return latinName(isDouble ? `${one} ${pick(random, families)}` : one);
}

/** More given names of the largest cultures, most of which have nicknames. */
const OTHERS: Record<string, Record<Gender, string[]>> = {
  english: {
    f: ['Katherine', 'Samantha', 'Rebecca', 'Deborah', 'Victoria', 'Jacqueline', 'Abigail', 'Anna'],
    m: ['Christopher', 'Nicholas', 'Jonathan', 'Timothy', 'Edward', 'Gregory', 'Matthew', 'Tom'],
  },
  german: {
    f: ['Katharina', 'Elisabeth', 'Käthe', 'Friederike', 'Ursula', 'Margarete', 'Anneliese', 'Johanna'],
    m: ['Jürgen', 'Jörg', 'Günther', 'Wolfgang', 'Friedrich', 'Sebastian', 'Matthias', 'Jonas'],
  },
  spanish: {
    f: ['Guadalupe', 'Concepción', 'Mercedes', 'Inés', 'Dolores', 'Rosario', 'Begoña', 'Pilar'],
    m: ['José', 'Francisco', 'Ignacio', 'Rafael', 'Enrique', 'Ángel', 'Andrés', 'Joaquín'],
  },
};

/** Nicknames of given names. */
export const SHORT: Record<string, string[]> = Object.fromEntries(
  (
    'Katherine Kate Kathy|William Bill Will|Robert Bob Rob|Elizabeth Liz Beth|Margaret Peggy Maggie|Thomas Tom|Jennifer Jen Jenny|Christopher Chris|Nicholas Nick|Samantha Sam|Benjamin Ben|Patricia Pat Trish|Edward Ed Ted|Joseph Joe|Theodore Ted Theo|Victoria Vicky|Deborah Deb|Gregory Greg|Rebecca Becky|Jonathan Jon|Susan Sue|Timothy Tim|Abigail Abby|Charles Charlie Chuck|Dorothy Dot|Jacqueline Jackie|Matthew Matt|Michael Mike|Richard Rick Dick|David Dave|James Jim|John Jack|Barbara Barb|' +
    'José Pepe|Guadalupe Lupe|Francisco Paco|Ignacio Nacho|Enrique Quique|Rafael Rafa|Concepción Concha|Dolores Lola|Rosario Charo|Mercedes Merche|Manuel Manolo|Jesús Chus|Joaquín Quino|' +
    'Katharina Kathi|Elisabeth Sissi|Friedrich Fritz|Sebastian Basti|Maximilian Max|Wolfgang Wolfi|Ursula Uschi|Margarete Gretel|Johanna Hanni|Günther Günni|Alexander Alex|Jakob Jockel|Matthias Hias|' +
    'Екатерина Катя|Дмитрий Дима|Михаил Миша|Наталья Наташа|Юрий Юра|Giuseppe Beppe|Francesco Checco|Hendrik Henk|Willem Wim|Zofia Zosia|Zuzanna Zuza|Katarzyna Kasia|Jan Janek'
  )
    .split('|')
    .map((line) => line.split(' '))
    .map(([name, ...short]) => [name!, short]),
);
