import { describe, expect, test } from 'vitest';
import { cardOf, deviceOf, responsesIn } from '../support/dav-device.ts';
import { CARD, DAV, davServerForFile, prop, XML } from '../support/dav-server.ts';
import { CORPUS, MARKUP } from '../support/hostile.ts';
import { dataOf, getContact, patchContact } from '../support/people.ts';

// Card operations of a client.

const { service, ada, phone } = await davServerForFile();

describe('a card', () => {
  test('is created, read, changed, and deleted, with an ETag for each state', async () => {
    const made = await phone.put('grace.vcf', cardOf('grace', 'Grace Hopper'), { 'if-none-match': '*' });
    expect(made.status).toBe(201);
    const got = await phone.send('GET', phone.card('grace.vcf'));
    expect([got.status, got.headers['content-type']]).toEqual([200, 'text/vcard; charset=utf-8']);
    expect(got.text).toContain('FN:Grace Hopper');
    expect(got.headers.etag).toBe(made.headers.etag);
    const again = await phone.put('grace.vcf', cardOf('grace', 'Grace B. Hopper'), { 'if-match': got.headers.etag! });
    expect(again.status).toBe(204);
    const now = await phone.send('GET', phone.card('grace.vcf'));
    expect(now.headers.etag).not.toBe(got.headers.etag);
    const [listed] = await phone.propfind(phone.card('grace.vcf'), '0', prop('<D:getetag/><D:getcontenttype/>'));
    expect(listed!.found[`{${DAV}}getetag`]!.text).toBe(now.headers.etag);
    expect((await phone.send('DELETE', phone.card('grace.vcf'))).status).toBe(204);
    expect((await phone.send('GET', phone.card('grace.vcf'))).status).toBe(404);
    expect((await phone.send('DELETE', phone.card('grace.vcf'))).status).toBe(404);
  });

  test('returns its ETag from PUT only if it is stored exactly as sent (RFC 6352, 6.3.2.3)', async () => {
    const strange = cardOf(
      'strange',
      'Strange',
      'X-OWN;X-P=1:kept',
      'item1.TEL:+1 212 555 0100',
      'item1.X-ABLabel:_$!<Other>!$_',
    );
    const made = await phone.put('strange.vcf', strange);
    const got = await phone.send('GET', phone.card('strange.vcf'));
    expect([made.headers.etag, got.text.split('\r\n').sort()]).toEqual([
      got.headers.etag,
      strange.split('\r\n').sort(),
    ]);
    const dropped = await phone.put('strange.vcf', cardOf('strange', 'Strange', `NOTE:${'x'.repeat(10)}`));
    const after = await phone.send('GET', phone.card('strange.vcf'));
    expect(after.text).toContain('NOTE:xxxxxxxxxx');
    if (dropped.headers.etag !== undefined) expect(dropped.headers.etag).toBe(after.headers.etag);
    // A second device that never had the note keeps it there, and must read the merged card.
    const other = await deviceOf(service, ada, { name: 'other' });
    await phone.put('two.vcf', cardOf('of two', 'Of Two', 'NOTE:by the phone'));
    const changed = await other.put('two.vcf', cardOf('of two', 'Of Two', 'EMAIL:two@example.com'));
    expect([changed.status, changed.headers.etag]).toEqual([204, undefined]);
    expect((await other.send('GET', other.card('two.vcf'))).text).toMatch(
      /NOTE:by the phone[\s\S]*EMAIL|EMAIL[\s\S]*NOTE:by the phone/,
    );
    for (const name of ['strange.vcf', 'two.vcf']) await phone.send('DELETE', phone.card(name));
  });

  test('is the same person as in the API, both ways', async () => {
    await phone.put('both.vcf', cardOf('both', 'Both Ways', 'EMAIL:both@example.com'));
    const { contacts } = dataOf(await ada.get('/v2/contacts?searchQuery=Both'));
    const { id } = contacts[0];
    expect((await getContact(ada, id)).contact_emails).toMatchObject([{ email: 'both@example.com' }]);
    const before = await phone.send('GET', phone.card('both.vcf'));
    await patchContact(ada, id, { full_name: 'Changed There' });
    const after = await phone.send('GET', phone.card('both.vcf'));
    expect(after.text).toContain('FN:Changed There');
    expect(after.headers.etag).not.toBe(before.headers.etag);
    await phone.send('DELETE', phone.card('both.vcf'));
    expect((await ada.get(`/v2/contacts/${id}`)).status).toBe(404);
    expect(JSON.stringify((await ada.get('/v2/trash')).body)).toContain('Changed There');
  });

  test.each([
    ['GET', { 'if-none-match': 'TAG' }, 304],
    ['GET', { 'if-none-match': 'W/TAG' }, 304],
    ['GET', { 'if-none-match': '"other", TAG' }, 304],
    ['GET', { 'if-none-match': '*' }, 304],
    ['GET', { 'if-none-match': '"other"' }, 200],
    ['GET', { 'if-match': '"other"' }, 412],
    ['GET', { 'if-match': 'TAG' }, 200],
    ['HEAD', { 'if-none-match': 'TAG' }, 304],
    ['PUT', { 'if-none-match': '*' }, 412],
    ['PUT', { 'if-none-match': 'TAG' }, 412],
    ['PUT', { 'if-none-match': '"other"' }, 204],
    ['PUT', { 'if-match': '"other"' }, 412],
    ['PUT', { 'if-match': 'W/TAG' }, 412],
    ['PUT', { 'if-match': '"other", TAG' }, 204],
    ['PUT', { 'if-match': '*' }, 204],
    ['DELETE', { 'if-match': '"other"' }, 412],
    ['DELETE', { 'if-match': 'gibberish' }, 412],
    ['DELETE', { 'if-match': 'TAG' }, 204],
  ])('%s with %o returns %i', async (method, headers, status) => {
    await phone.put('tag.vcf', cardOf('tag', 'Tag'));
    const tag = (await phone.send('HEAD', phone.card('tag.vcf'))).headers.etag!;
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('TAG', tag)]),
    );
    const body = method === 'PUT' ? { body: cardOf('tag', 'Tag') } : {};
    const answer = await phone.send(method, phone.card('tag.vcf'), { headers: filled, ...body });
    expect(answer.status).toBe(status);
  });

  test.each(['PUT', 'DELETE'])('%s with If-Match: * needs an existing one', async (method) => {
    const headers = { 'if-match': '*' };
    const answer = await phone.send(method, phone.card('none.vcf'), { headers, body: cardOf('none', 'None') });
    expect(answer.status).toBe(412);
  });

  test.each([
    ['another type', { 'content-type': 'text/calendar' }, cardOf('x', 'X'), 415, 'supported-address-data'],
    [
      'another charset',
      { 'content-type': 'text/vcard; charset=latin1' },
      cardOf('x', 'X'),
      415,
      'supported-address-data',
    ],
    ['a part of one', { 'content-range': 'bytes 0-1/9' }, 'BE', 400, ''],
    ['an invalid card', {}, 'hello', 403, 'valid-address-data'],
    ['nothing', {}, '', 403, 'valid-address-data'],
    ['bytes that are not text', {}, Buffer.from([0xff, 0xfe, 0x41]), 403, 'valid-address-data'],
    ['too much', {}, `BEGIN:VCARD\r\nNOTE:${'x'.repeat(16 * 1024 * 1024)}`, 413, 'max-resource-size'],
  ])('%s is rejected with the failed precondition', async (_, headers, body, status, condition) => {
    const sent = { headers: { 'content-type': 'text/vcard; charset="utf-8"', ...headers }, body };
    const answer = await phone.send('PUT', phone.card('refused.vcf'), sent);
    expect([answer.status, answer.headers['content-type']]).toEqual([status, XML]);
    expect(answer.text).toContain(condition);
    expect((await phone.send('GET', phone.card('refused.vcf'))).status).toBe(404);
  });

  test("with another card's UID is rejected, and the response names that card", async () => {
    await phone.put('one.vcf', cardOf('the one', 'One'));
    const answer = await phone.put('two.vcf', cardOf('the one', 'Two'));
    expect([answer.status, answer.text]).toEqual([
      409,
      expect.stringContaining(`<C:no-uid-conflict><D:href>${phone.card('one.vcf')}</D:href></C:no-uid-conflict>`),
    ]);
  });

  test('is returned in the requested version, 3.0 by default', async () => {
    await phone.put('version.vcf', cardOf('version', 'Version'));
    const versionFor = async (accept: string) => {
      const { text } = await phone.send('GET', phone.card('version.vcf'), { headers: { accept } });
      return /VERSION:(.*)\r\n/.exec(text)![1];
    };
    expect(await versionFor('*/*')).toBe('3.0');
    expect(await versionFor('text/vcard')).toBe('3.0');
    expect(await versionFor('text/vcard; version=4.0')).toBe('4.0');
    expect(await versionFor('text/vcard;version="4.0";q=0.5, text/vcard;version=3.0;q=0.9')).toBe('3.0');
    expect(await versionFor('text/vcard;version=2.1, text/vcard;version=4.0;q=0.1')).toBe('4.0');
  });

  test.each([...CORPUS, MARKUP, 'a]]>b', 'tab\tand \u{fffe}\u000bcontrols', '😀'])(
    'preserves %j as a name and as text',
    async (text) => {
      const uid = `hostile ${Buffer.from(text).toString('hex').slice(0, 40)}`;
      const name = `${text.replace(/[\p{Cc}/\\]/gu, '').slice(0, 40)}.vcf`;
      const note = text.replace(/\n/g, ' ').replace(/[\\,;]/g, '\\$&');
      expect((await phone.put(name, cardOf(uid, 'Hostile', `NOTE:${note}`))).status).toBe(201);
      const got = await phone.send('GET', phone.card(name));
      const report = await phone.report(
        `<C:addressbook-multiget xmlns:D="${DAV}" xmlns:C="${CARD}"><D:prop><D:getetag/><C:address-data/></D:prop><D:href>${phone.card(name).replaceAll('&', '&amp;')}</D:href></C:addressbook-multiget>`,
      );
      const [told] = responsesIn(report);
      expect([told!.href, told!.found[`{${DAV}}getetag`]!.text]).toEqual([phone.card(name), got.headers.etag]);
      // Text that XML cannot contain is omitted. The rest is exactly the card, with its line ends.
      const writable = got.text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '');
      expect(told!.found[`{${CARD}}address-data`]!.text).toBe(writable);
      expect((await phone.send('DELETE', phone.card(name))).status).toBe(204);
    },
  );
});
