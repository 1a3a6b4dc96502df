import english from './nicknames.json' with { type: 'json' };

// Nicknames in other languages, transliterated, and spellings of one name that sound different.
const OTHERS: Record<string, string> = {
  agnieszka: 'aga',
  aleksandr: 'sasha shura alex alexander alexandr',
  aleksandra: 'sasha ola alexandra',
  aleksey: 'alyosha lyosha alexei alexey aleksei alex',
  alejandra: 'ale',
  alejandro: 'ale alex',
  alessandro: 'ale sandro',
  anastasiya: 'nastya anastasia',
  andreas: 'andi',
  anna: 'anya ania anja',
  antonio: 'tono toni tonho',
  antonius: 'ton toon',
  benoit: 'ben',
  concepcion: 'concha conchita',
  cornelis: 'kees cor',
  dimitrios: 'dimitris',
  dmitriy: 'dima mitya dmitry dmitri dimitri',
  dolores: 'lola',
  eduardo: 'lalo edu',
  elisabeth: 'elli lisa sissi',
  enrique: 'quique kike',
  erzsebet: 'bozsi',
  evgeniy: 'zhenya eugene yevgeny evgeny',
  ferenc: 'feri',
  francesco: 'franco checco',
  francisco: 'paco pancho curro chico',
  frederic: 'fred',
  friedrich: 'fritz',
  georgios: 'giorgos george',
  giovanni: 'gianni nino',
  giuseppe: 'beppe peppe pino',
  grigoriy: 'grisha grigory',
  grzegorz: 'grzesiek',
  guadalupe: 'lupe lupita',
  heinrich: 'heinz',
  hendrik: 'henk',
  ignacio: 'nacho',
  ioannis: 'yiannis giannis',
  irina: 'ira',
  istvan: 'pista',
  ivan: 'vanya',
  jakub: 'kuba',
  jan: 'janek',
  janos: 'jancsi',
  jesus: 'chuy',
  joanna: 'asia',
  johannes: 'hans hannes jan jo',
  jose: 'pepe chepe ze zeca',
  josef: 'sepp jupp',
  jozsef: 'jozsi',
  katalin: 'kati',
  katarzyna: 'kasia',
  katharina: 'kathi katja',
  konstantin: 'kostya',
  konstantinos: 'kostas',
  krzysztof: 'krzysiek',
  laszlo: 'laci',
  luigi: 'gigi',
  luis: 'lucho',
  lyudmila: 'lyuda mila ludmila',
  maksim: 'max maxim',
  malgorzata: 'gosia malgosia',
  manuel: 'manolo manu',
  margarete: 'grete gretel',
  mariya: 'masha maria',
  matthias: 'matze hias',
  maximilian: 'max',
  mercedes: 'meche',
  michael: 'michi',
  mikhail: 'misha',
  mohammed: 'mo moe mohamed muhammad mohammad mehmet',
  nicolas: 'nico',
  nikolaos: 'nikos',
  nikolay: 'kolya nikolai nicolai',
  natalya: 'natasha natalia',
  olga: 'olya',
  pavel: 'pasha',
  petrus: 'piet',
  philippe: 'phil',
  piotr: 'piotrek',
  pyotr: 'petya',
  rafael: 'rafa',
  rosario: 'charo',
  sandor: 'sanyi',
  sebastian: 'basti',
  sergey: 'seryozha serezha sergei',
  stanislaw: 'staszek',
  stefan: 'steffi',
  stefanie: 'steffi',
  stephen: 'steven',
  svetlana: 'sveta',
  tatyana: 'tanya tatiana',
  tomasz: 'tomek',
  vladimir: 'vova volodya',
  wilhelm: 'willi',
  wilhelmus: 'willem wim',
  wojciech: 'wojtek',
  yekaterina: 'katya ekaterina',
  yelena: 'lena elena',
  yuliya: 'yulia julia',
  yuriy: 'yura yuri',
  zofia: 'zosia',
};

/** Formal names by nickname. */
const formals = new Map<string, Set<string>>();
const formalsListed = new Set<string>();
const shortForms = new Map<string, Set<string>>();
for (const table of [english as Record<string, string>, OTHERS]) {
  for (const [formal, list] of Object.entries(table)) {
    formalsListed.add(formal);
    const shorts = shortForms.get(formal) ?? new Set();
    shortForms.set(formal, shorts);
    for (const short of list.split(' ')) {
      shorts.add(short);
      const names = formals.get(short) ?? new Set();
      formals.set(short, names.add(formal));
    }
  }
}

/** Whether a name is a listed formal name or nickname. */
export const isListed = (name: string): boolean => formals.has(name) || formalsListed.has(name);

const NONE: ReadonlySet<string> = new Set();

/** Formal names that a nickname may stand for, excluding the name itself. */
export const formalNames = (name: string): ReadonlySet<string> => formals.get(name) ?? NONE;

/** `direct` if one name is a nickname of the other, `shared` if both are nicknames of the same formal name. */
export function nicknameTie(a: string, b: string): 'direct' | 'shared' | undefined {
  const [ofA, ofB] = [formalNames(a), formalNames(b)];
  if (ofA.has(b) || ofB.has(a)) return 'direct';
  for (const formal of ofA) if (ofB.has(formal)) return 'shared';
  return undefined;
}

/** Formal names for a given name, and all nicknames of these. */
export function relatedNames(name: string): ReadonlySet<string> {
  const related = new Set<string>();
  for (const formal of [name, ...formalNames(name)]) {
    related.add(formal);
    for (const short of shortForms.get(formal) ?? []) related.add(short);
  }
  related.delete(name);
  return related;
}
