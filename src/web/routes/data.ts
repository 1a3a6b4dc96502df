import { EXPORT_FORMATS, type ExportFormat } from '../../contract/export-formats.ts';
import { dayIn } from '../../shared/zones.ts';
import { TROUBLES } from '../pages/errors/error-page.tsx';
import { dataPage, lackingPage } from '../pages/settings/data.tsx';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { freshlySignedIn } from '../requests/reauthentication.ts';
import type { Person } from '../services/services.ts';
import type { Download } from '../services/settings.ts';
import { DATA } from '../words/data.ts';

const TYPES: Record<ExportFormat, string> = {
  json: 'application/json',
  vcf: 'text/vcard; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

const FEWEST_CHARACTERS = 8;
const { refused } = DATA.backup;

/** Registers exports, and backups for a user whose data is all there is. */
export function addData(app: Pages, frame: Frame): void {
  const { page, form } = forPerson(frame);
  const freshly = freshlySignedIn(frame);
  const { settings } = frame.services;

  app.get('/settings/data', (context) =>
    page(context, async ({ person }) =>
      frame.show(dataPage({ person, whyNoBackup: await settings.backup.whyNot(person) })),
    ),
  );

  app.post('/settings/export', (context) =>
    form(context, (sent) =>
      freshly(sent, async () => {
        const { person, fields } = sent;
        const format = EXPORT_FORMATS.find((one) => one === fields.get('format'));
        if (!format) return frame.refuse(context, 400, TROUBLES.badInput);
        const mayLack = fields.get('anyway') === 'on';
        const made = await settings.exported(person, format, { mayLack, signal: context.req.raw.signal });
        if ('lacks' in made) return frame.show(lackingPage({ person, format, ...made }), { status: 409 });
        return downloaded(made, person, format, TYPES[format]);
      }),
    ),
  );

  app.post('/settings/backup', (context) =>
    form(context, (sent) =>
      freshly(sent, async () => {
        const { person, fields } = sent;
        const whyNoBackup = await settings.backup.whyNot(person);
        if (whyNoBackup) return frame.show(dataPage({ person, whyNoBackup }), { status: 403 });
        const passphrase = fields.get('passphrase') ?? '';
        const isShort = [...passphrase].length < FEWEST_CHARACTERS;
        const errors = {
          ...(isShort && { passphrase: refused.passphrase }),
          ...(!isShort && fields.get('again') !== passphrase && { again: refused.again }),
        };
        if (Object.keys(errors).length > 0)
          return frame.show(dataPage({ person, whyNoBackup, errors }), { status: 400 });
        return downloaded(await settings.backup.make(person, passphrase), person, 'backup', 'application/octet-stream');
      }),
    ),
  );
}

/** A file to download. Browsers neither show nor run its content. */
function downloaded({ bytes, content }: Download, { time_zone }: Person, ending: string, type: string): Response {
  const name = `kith-${dayIn(time_zone, new Date().toISOString())}.${ending}`;
  return new Response(content, {
    headers: {
      'Content-Type': type,
      'Content-Length': String(bytes),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    },
  });
}
