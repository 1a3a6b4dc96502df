import { beforeAll, describe, expect, test } from 'vitest';
import { serviceForFile } from '../support/file-service.ts';
import { dataOf, type Json, makeContact, makeContacts, namesFound, wipe } from '../support/people.ts';

const { ada } = await serviceForFile();
const list = async (query: string): Promise<Json[]> => dataOf(await ada.get(`/v2/contacts?${query}`)).contacts;

describe('contact search', () => {
  beforeAll(async () => {
    await wipe(ada);
    await makeContacts(ada, [
      { full_name: 'José Ángel Núñez', company: 'Café Zürich', job_title: 'Señor Engineer' },
      { full_name: 'Ada Lovelace', contact_emails: [{ email: 'countess@analytical.example' }] },
      { full_name: 'Anne-Marie O’Neill', description: 'unsearched words' },
      { full_name: '王小明', company: '北京大学' },
      { full_name: 'สมชาย ใจดี' },
      { full_name: 'محمد الأحمد' },
      { full_name: 'שרה כהן' },
      { full_name: 'İbrahim Işık' },
      { full_name: 'Σίσυφος Παπαδόπουλος' },
      { full_name: 'Straße Weiß' },
      { full_name: 'Søren Łukasz Þór' },
      { full_name: 'ﬁona Ｆｕｌｌｗｉｄｔｈ' },
      { full_name: 'Party 🎂 Person' },
    ]);
  });

  test.each([
    ['jose', ['José Ángel Núñez']],
    ['JOSÉ nun', ['José Ángel Núñez']],
    ['ang jos', ['José Ángel Núñez']],
    ['cafe zur', ['José Ángel Núñez']],
    ['senor eng', ['José Ángel Núñez']],
    ['ngel', ['José Ángel Núñez']],
    ['jose lovelace', ['Ada Lovelace', 'José Ángel Núñez']],
    ['countess', ['Ada Lovelace']],
    ['countess@analytical.example', ['Ada Lovelace']],
    ['analytical.ex', ['Ada Lovelace']],
    ['anne marie', ['Anne-Marie O’Neill']],
    ['anne-marie', ['Anne-Marie O’Neill']],
    ['o’neill', ['Anne-Marie O’Neill']],
    ['unsearched', []],
    ['小明', ['王小明']],
    ['明小', ['王小明']],
    ['北京', ['王小明']],
    ['สมชาย', ['สมชาย ใจดี']],
    ['محمد', ['محمد الأحمد']],
    ['שרה כ', ['שרה כהן']],
    ['ibrahim', ['İbrahim Işık']],
    ['IBRAHIM', ['İbrahim Işık']],
    ['İBRAHİM', ['İbrahim Işık']],
    ['isik', ['İbrahim Işık']],
    ['IŞIK', ['İbrahim Işık']],
    ['σισυφος', ['Σίσυφος Παπαδόπουλος']],
    ['ΣΊΣΥΦΟΣ', ['Σίσυφος Παπαδόπουλος']],
    ['σισ', ['Σίσυφος Παπαδόπουλος']],
    ['ΣΙΣ', ['Σίσυφος Παπαδόπουλος']],
    ['strasse weiss', ['Straße Weiß']],
    ['STRAẞE', ['Straße Weiß']],
    ['soren lukasz thor', ['Søren Łukasz Þór']],
    ['fiona fullwidth', ['ﬁona Ｆｕｌｌｗｉｄｔｈ']],
    ['🎂', ['Party 🎂 Person']],
    ['party 🎂', ['Party 🎂 Person']],
    ['🎉', []],
    ['"ada lovelace"', ['Ada Lovelace']],
    ['"lovelace ada"', []],
    ['ada"', ['Ada Lovelace']],
    ['ada AND lovelace', ['Ada Lovelace']],
    ['ada OR zzz', ['Ada Lovelace']],
    ['NOT', []],
    ['full_name:ada', ['Ada Lovelace', 'ﬁona Ｆｕｌｌｗｉｄｔｈ']],
    ['ada*', ['Ada Lovelace']],
    ['^ada', ['Ada Lovelace']],
    ['NEAR(ada lovelace)', ['Ada Lovelace']],
    ['ada -lovelace', ['Ada Lovelace']],
    ["'; drop table contacts; --", []],
    ['%', []],
    ['_da', []],
    ['***', []],
    ['"', []],
  ])('%s finds %j', async (query, expected) => {
    expect(await namesFound(ada, query)).toEqual(expected);
  });

  test('an empty search finds everyone', async () => {
    expect(await namesFound(ada, '')).toHaveLength(13);
    expect(await namesFound(ada, '   ')).toHaveLength(13);
  });

  test('reflects every change of searched fields', async () => {
    const { id } = await makeContact(ada, {
      full_name: 'Changing Person',
      contact_emails: [{ email: 'before@example.com' }],
    });
    await ada.call('PATCH', `/v2/contacts/${id}`, {
      full_name: 'Renamed Person',
      add_emails: [{ email: 'after@example.com' }],
    });
    expect(await namesFound(ada, 'changing')).toEqual([]);
    expect(await namesFound(ada, 'after@example.com')).toEqual(['Renamed Person']);
    await ada.call('PATCH', `/v2/contacts/${id}`, { remove_emails: ['before@example.com'] });
    expect(await namesFound(ada, 'before@example.com')).toEqual([]);
    await ada.post(`/v2/contact-emails/${id}`, { email: 'third@example.com' });
    expect(await namesFound(ada, 'third')).toEqual(['Renamed Person']);
    await ada.call('DELETE', `/v2/contacts/${id}`);
    expect(await namesFound(ada, 'renamed')).toEqual([]);
  });

  test('finds an archived contact only among the archived ones', async () => {
    const { id } = await makeContact(ada, { full_name: 'Hidden Gem', is_archived: true });
    expect(await namesFound(ada, 'hidden')).toEqual([]);
    expect((await list('searchQuery=hidden&archived=true')).map((row) => row.id)).toEqual([id]);
  });
});

describe('a name as typed', () => {
  const NEAR = ['Anne Berg', 'Anna Borg'];
  const WITH_A_WORD = ['Anna Holm', 'Otto Berg'];
  beforeAll(async () => {
    await wipe(ada);
    const names = ['Anna Berg', ...NEAR, ...WITH_A_WORD, 'Ida Falk', 'Anna Berg'];
    await makeContacts(
      ada,
      names.map((full_name, index) => ({ full_name, is_archived: index === names.length - 1 })),
    );
  });

  const names = (contacts: Json[]) => contacts.map(({ full_name }) => full_name);

  test.each(['anna berg', 'Berg, Anna', 'Änna Berg'])(
    '%s comes first, then similar names, then people with one of the words',
    async (query) => {
      const [first, ...others] = names(await list(`searchQuery=${encodeURIComponent(query)}`));
      expect(first).toBe('Anna Berg');
      expect(others.slice(0, 2).sort()).toEqual([...NEAR].sort());
      expect(others.slice(2).sort()).toEqual([...WITH_A_WORD].sort());
    },
  );

  test('has the same people on pages of any size, each once', async () => {
    const whole = names(await list('searchQuery=anna+berg'));
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const page: Json = dataOf(await ada.get(`/v2/contacts?searchQuery=anna+berg&take=1${more}`));
      seen.push(...names(page.contacts));
      cursor = page.pagination.nextCursor;
    }
    expect(seen).toEqual(whole);
  });
});
