import { counted, isWatched, oneLine, say, sayJson, tell, tellOver } from '../../process/print.ts';
import { type OwnService, withOwnService } from '../../server/composition/own-service.ts';
import { planCount } from '../../server/last-contact.ts';
import { listOffers } from '../../service/last-contact/offers.ts';
import { type Counting, listCounting, switchOff, switchOn } from '../../service/last-contact/switch.ts';
import { KithError } from '../../shared/error.ts';
import type { JsonOption } from '../input/arguments.ts';

interface UserOption {
  user?: string | undefined;
}

interface LastContactOptions extends UserOption, JsonOption {
  on?: string[] | undefined;
  off?: string[] | undefined;
}

/** `kith last-contact`: switches accounts on and off, or counts those that are on. */
export async function runLastContact({ on = [], off = [], user, json }: LastContactOptions): Promise<number> {
  return withOwnService('kith last-contact', user, async (own) => {
    const { data, store } = own;
    const all = await data.read(listCounting);
    const [starting, ending] = [on, off].map((names) => names.map((name) => named(all, name)));
    for (const { account } of starting!) await data.write((context) => switchOn(context, account.id));
    for (const { account } of ending!) await data.write((context) => switchOff(context, account.id));
    const counting = (await data.read(listCounting)).filter(({ isOn }) => isOn);
    if (counting.length > 0) await planCount(store, data.user.user_id, starting!.length > 0 ? 'soon' : 'tomorrow');
    if (starting!.length > 0 || ending!.length > 0) {
      for (const { account } of starting!) await say(`${oneLine(account.email)} counts from now on.\n`);
      for (const { account } of ending!)
        await say(`${oneLine(account.email)} does not count any more; times that people have by now stay.\n`);
      if (starting!.length > 0)
        await say('kith last-contact counts at once, 90 days back; kith serve, http and open once a day.\n');
      return 0;
    }
    if (counting.length === 0) {
      await say(
        all.length === 0 ? `${NO_ACCOUNT}\n` : 'No account counts. kith last-contact --on EMAIL lets one count.\n',
      );
      return 0;
    }
    return count(own, json === true);
  });
}

const NO_ACCOUNT = 'No account is connected. kith connect google, microsoft or ics connects one.';

async function count({ service, caller, data }: OwnService, asJson: boolean): Promise<number> {
  const cancel = new AbortController();
  const onInterrupt = () => cancel.abort();
  process.once('SIGINT', onInterrupt);
  let line = '';
  try {
    const report = await service.countContact(caller, {
      signal: cancel.signal,
      onProgress({ email }, done, total) {
        line = `${oneLine(email)}: ${done} of ${counted(total, 'day')}`;
        if (isWatched()) tellOver(line, done === total ? '\n' : '');
      },
    });
    if (report.isCancelled) tell('Interrupted. What was read by then counts; the next time goes on there.\n');
    const offered = (await data.read(listOffers)).length;
    if (asJson) await sayJson({ ...report, offered }, 0);
    else {
      for (const { email, since, until } of report.accounts)
        await say(`${oneLine(email)}: counted from ${since.slice(0, 10)} to ${until.slice(0, 10)}\n`);
      for (const warning of report.warnings) await say(`${oneLine(warning)}\n`);
      await say(`${counted(report.changed, 'person', 'people')} with a later time of contact.\n`);
      if (offered > 0)
        await say(`${counted(offered, 'person', 'people')} you write to, not among yours: kith written-to\n`);
    }
    return report.isCancelled || report.accounts.length === 0 ? 1 : 0;
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

/** The account of this address, or name of a calendar, in any case. */
function named(all: Counting[], name: string): Counting {
  const found = all.find(({ account }) => account.email.toLowerCase() === name.toLowerCase());
  if (found) return found;
  throw new KithError('NotFound', `No account ${name} is connected.`, { hint: 'kith accounts lists them.' });
}
