import { normalizeText } from '../../matching/match-keys.ts';

// Labels, ranks and numbers that other programs add to a column name: "Email Home", "Secondary Email", "Email 2", "Fax
// (privat)".

/** Each line is a label and its words in the languages of Outlook. */
const LABELS = `
home: home, private, personal, privat, private, privater, privates, privata, privado, particular, personale, personnel, personnelle, perso, domicile, privé, privée, casa, hause, pessoal, residencial, thuis, persoonlijk, persoonlijke, hjem, hjemme, personlig, hem, privat, koti, henkilökohtainen, domowy, prywatny, osobisty, dom, domácí, soukromý, osobní, domáci, súkromný, otthoni, magán, acasă, личный, личная, домашний, домашняя, лична, личен, домашен, privatni, privatna, kućni, osobni, osebni, domači, приватни, προσωπικό, οικίας, ev, kişisel, особистий, особиста, домашній, домашня, kodu, isiklik, mājas, privāts, namų, asmeninis, 自宅, 個人, 집, 자택, 개인, 家庭, 住宅, 个人, 私人, בית, אישי, פרטי, المنزل, شخصي, घर, निजी, व्यक्तिगत, rumah, pribadi, nhà, cá nhân, บ้าน, ส่วนตัว
work: work, business, office, company, professional, job, geschäftlich, geschäftliche, geschäft, dienstlich, dienstliche, beruflich, berufliche, arbeit, büro, firma, firmen, bureau, professionnel, professionnelle, travail, pro, société, trabajo, oficina, laboral, profesional, empresa, lavoro, ufficio, aziendale, trabalho, profissional, comercial, escritório, werk, zakelijk, zakelijke, kantoor, arbejde, arbejds, arbeid, jobb, arbete, arbets, työ, służbowy, służbowa, praca, firmowy, pracovní, práce, pracovný, munkahelyi, céges, serviciu, birou, рабочий, рабочая, служебный, служебен, служебна, poslovni, poslovna, službeni, службени, εργασίας, εργασία, iş, робочий, робоча, службовий, töö, darba, darbo, 勤務先, 会社, 職場, 仕事, 직장, 회사, 工作, 单位, 公司, 办公, 辦公, עבודה, العمل, عمل, काम, कार्यालय, kerja, kantor, công ty, cơ quan, ที่ทำงาน
other: other, weitere, weiterer, weiteres, andere, sonstige, autre, otro, otra, altro, altra, outro, outra, overige, anden, andre, annen, annet, annan, övrig, muu, inny, inna, jiný, jiná, ostatní, iný, egyéb, altul, alta, другой, другая, друг, drugi, ostalo, άλλο, diğer, інший, інша, その他, 기타, 其他, אחר, أخرى, अन्य, lainnya, khác, อื่นๆ
school: school, university, schule, universität, école, université, escuela, universidad, scuola, università, escola, universidade
`;

/** Words that do not describe a column's content: ranks, prepositions, and articles. */
const FILLERS = `
primary, secondary, preferred, default, alternate, alternative, additional, second, third, number, numbers, value, mailing, contact
nummer, nr, haupt, primär, primäre, sekundär, sekundäre, alternative, zusätzliche, bevorzugte, zweite, dritte
numéro, principal, principale, secondaire, alternatif, supplémentaire, préféré
número, principal, secundario, secundaria, alternativo, alternativa, adicional, preferido
numero, principale, secondario, secondaria, alternativo, aggiuntivo, secundário, secundária, alternativa
primair, primaire, secundair, secundaire, alternatief, primær, sekundær, primär, sekundär, alternativ, ensisijainen, toissijainen
podstawowy, główny, dodatkowy, primární, hlavní, sekundární, alternativní, primárny, sekundárny, elsődleges, másodlagos
основной, основная, дополнительный, дополнительная, основний, основна, додатковий, додаткова, birincil, ikincil, κύριο
the, of, at, for, my, zu, im, am, für, de, du, des, la, le, les, el, del, di, da, do, dos, della, dello, al, a, à, au, en, em, van, op, voor, på, i, til, för, do, na, w, pre, în, la, для, за
`;

interface Words {
  labels: Map<string, string>;
  fillers: Set<string>;
  /** Labels in scripts that write words without spaces. */
  joined: [string, string][];
}

let known: Words | undefined;

function words(): Words {
  if (known) return known;
  const lines = LABELS.trim().split('\n');
  const labels = new Map<string, string>();
  for (const [, label, names] of lines.map((line) => /^(\w+): (.*)$/.exec(line)!))
    for (const name of names!.split(', '))
      if (!labels.has(normalizeText(name))) labels.set(normalizeText(name), label!);
  const fillers = new Set(FILLERS.trim().split(/, |\n/).map(normalizeText));
  const joined = [...labels].filter(([word]) =>
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u.test(word),
  );
  known = { labels, fillers, joined };
  return known;
}

/** A header's label, such as "home" or "work", and its other words in alphabetical order, without fillers and numbers. */
export function partsOfHeader(key: string): { rest: string; label: string | undefined } {
  const { labels, fillers, joined } = words();
  const rest: string[] = [];
  let label: string | undefined;
  for (const word of key.split(' ')) {
    if (labels.has(word)) label ??= labels.get(word);
    else if (!fillers.has(word) && !/^\d{1,2}$/.test(word)) rest.push(word);
  }
  const found = label === undefined && rest.length === 1 && joined.find(([word]) => isAround(rest[0]!, word));
  if (found) return { rest: rest[0]!.replace(found[0], ''), label: found[1] };
  return { rest: [...new Set(rest)].sort().join(' '), label };
}

const isAround = (text: string, word: string): boolean =>
  text.length > word.length && (text.startsWith(word) || text.endsWith(word));
