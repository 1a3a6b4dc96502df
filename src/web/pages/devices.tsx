import type { Child } from 'hono/jsx';
import type { Device } from '../devices-services.ts';
import type { PageContent } from '../page.tsx';
import type { Person } from '../services.ts';
import { CopyButton } from './copy.tsx';
import { Field, type FieldErrors, SelectField } from './fields.tsx';
import { KeyField, Section } from './parts.tsx';
import { settingsPage } from './settings-frame.tsx';
import { Time, Uses } from './time.tsx';

const WORDS = {
  title: 'Devices',
  lead: 'Your address book on a phone or computer: its own contacts app keeps it in step with kith, both ways, by CardDAV. Each device has an app password of its own, which opens nothing else.',
  free: 'You are on the free plan, on which app passwords are refused: none can be made, and those that are here do not work. Whoever runs kith can put you on the professional plan.',
  onlyHere:
    'This kith is reached from this computer alone. A phone needs one with a public https address: whoever runs kith sets it with KITH_PUBLIC_URL.',
  list: { title: 'Your devices', none: 'None yet.' },
  may: { read: 'Look only', write: 'Look and change' },
  made: 'Added',
  used: 'last used',
  unused: 'not used yet',
  ends: 'Ends',
  ended: 'Ended',
  revoke: 'Remove',
  add: { title: 'Add a device', lead: 'Name it, so that you know later what you remove.' },
  name: 'Name',
  nameHint: 'Such as iPhone, or laptop.',
  scope: 'What it may do',
  button: 'Make an app password',
  fresh: {
    title: 'The app password',
    lead: 'Type it into the device now: it is shown this once, and nobody can read it again. Dashes and capitals do not matter.',
    done: 'I have typed it',
  },
  how: { title: 'What to type', server: 'Server', user: 'User name', password: 'Password', its: 'the app password' },
  profile: {
    title: 'iPhone, iPad and Mac, by a file',
    text: 'Open this file on the device and install the profile that it holds. The device asks for the app password then: it is not in the file.',
    button: 'Download the profile',
  },
};

const WAYS = [
  {
    name: 'iPhone and iPad',
    steps: 'Settings, Apps, Contacts, Contacts Accounts, Add Account, Other, Add CardDAV Account.',
  },
  {
    name: 'Mac',
    steps: 'System Settings, Internet Accounts, Add Account, Add Other Account, CardDAV account, Manual.',
  },
  {
    name: 'Android',
    steps: 'Install DAVx⁵, then: plus sign, Login with URL and user name. Choose groups as separate vCards.',
  },
  { name: 'Thunderbird', steps: 'Address Book, New Address Book, Add CardDAV Address Book.' },
];

const DONE = { revoked: 'The device is removed: its app password is refused from now on.' };

/** What was typed into the form. */
export type DeviceValues = Record<'name' | 'scope', string>;
export const NO_DEVICE: DeviceValues = { name: '', scope: 'write' };

interface Devices {
  person: Person;
  /** Where people reach kith. */
  origin: string;
  isFree: boolean;
  devices: Device[];
  values: DeviceValues;
  errors?: FieldErrors;
  done?: string | undefined;
}

export const devicesPage = ({
  person,
  origin,
  isFree,
  devices,
  values,
  errors = {},
  done = '',
}: Devices): PageContent =>
  settingsPage({
    person,
    here: '/settings/devices',
    title: WORDS.title,
    lead: WORDS.lead,
    message: Object.hasOwn(DONE, done) ? { kind: 'success', text: DONE[done as keyof typeof DONE] } : undefined,
    children: (
      <>
        {isFree && <p class="notice">{WORDS.free}</p>}
        {new URL(origin).hostname === 'localhost' && <p class="notice">{WORDS.onlyHere}</p>}
        <Section id="devices" title={WORDS.list.title}>
          {devices.length === 0 ? (
            <p>{WORDS.list.none}</p>
          ) : (
            <ul class="rows">
              {devices.map((device) => (
                <DeviceRow device={device} zone={person.time_zone} />
              ))}
            </ul>
          )}
        </Section>
        {!isFree && <NewDevice values={values} errors={errors} />}
        <HowTo person={person} origin={origin} />
      </>
    ),
  });

function DeviceRow({ device, zone }: { device: Device; zone: string }) {
  const { name, scope, created_at, expires_at, last_used_at } = device;
  const isOver = expires_at !== null && expires_at <= new Date().toISOString();
  return (
    <li>
      <div class="about">
        <strong dir="auto">{name}</strong>
        <p class="small">
          {WORDS.may[scope]}
          {expires_at && (
            <>
              {' · '}
              {isOver ? WORDS.ended : WORDS.ends} <Time at={expires_at} zone={zone} />
            </>
          )}
        </p>
        <Uses
          since={WORDS.made}
          at={created_at}
          used={{ words: WORDS.used, at: last_used_at }}
          unused={WORDS.unused}
          zone={zone}
        />
      </div>
      <form method="post" action="/settings/devices/revoke">
        <KeyField />
        <input type="hidden" name="name" value={name} />
        <button class="danger" type="submit">
          {WORDS.revoke}
          <span class="unseen"> {name}</span>
        </button>
      </form>
    </li>
  );
}

const NewDevice = ({ values, errors }: { values: DeviceValues; errors: FieldErrors }) => (
  <Section id="add" title={WORDS.add.title} lead={WORDS.add.lead}>
    <form class="question" method="post" action="/settings/devices">
      <KeyField />
      <div class="pair">
        <Field
          name="name"
          label={WORDS.name}
          value={values.name}
          error={errors.name}
          hint={WORDS.nameHint}
          maxlength={64}
          required
        />
        <SelectField
          name="scope"
          label={WORDS.scope}
          value={values.scope}
          error={errors.scope}
          options={[
            ['write', WORDS.may.write],
            ['read', WORDS.may.read],
          ]}
        />
      </div>
      <div>
        <button class="primary" type="submit">
          {WORDS.button}
        </button>
      </div>
    </form>
  </Section>
);

/** What the contacts app of a device asks for, and where it does. */
const HowTo = ({ person, origin }: { person: Person; origin: string }) => (
  <>
    <Section id="how" title={WORDS.how.title}>
      <dl class="facts">
        <Fact name={WORDS.how.server}>
          <code dir="ltr">{origin}</code>
        </Fact>
        <Fact name={WORDS.how.user}>
          <code dir="ltr">{person.email}</code>
        </Fact>
        <Fact name={WORDS.how.password}>{WORDS.how.its}</Fact>
        {WAYS.map(({ name, steps }) => (
          <Fact name={name}>{steps}</Fact>
        ))}
      </dl>
    </Section>
    <Section id="profile" title={WORDS.profile.title} lead={WORDS.profile.text}>
      <p>
        <a class="button" href="/settings/devices/kith.mobileconfig">
          {WORDS.profile.button}
        </a>
      </p>
    </Section>
  </>
);

const Fact = ({ name, children }: { name: string; children: Child }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface NewPassword {
  person: Person;
  origin: string;
  /** Of the device. */
  name: string;
  password: string;
}

/** An app password that was made just now: nobody sees it again. */
export const newDevicePage = ({ person, origin, name, password }: NewPassword): PageContent =>
  settingsPage({
    person,
    here: '/settings/devices',
    title: WORDS.fresh.title,
    children: (
      <>
        <Section id="new" title={name} lead={WORDS.fresh.lead}>
          <div class="snippet">
            <code class="command" id="new-password" dir="ltr">
              {password}
            </code>
            <CopyButton of="new-password" />
          </div>
          <p>
            <a class="button primary" href="/settings/devices">
              {WORDS.fresh.done}
            </a>
          </p>
        </Section>
        <HowTo person={person} origin={origin} />
      </>
    ),
  });
