import type { Child } from 'hono/jsx';
import type { AccessKey } from '../../../contract/access-keys.ts';
import { Field, type FieldErrors } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { KeyField, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { CredentialList, FreshSecret, ScopeField } from './credentials.tsx';
import { doneMessage, settingsPage } from './settings-frame.tsx';

export const DEVICES = '/settings/devices';

const WORDS = {
  title: 'Devices',
  lead: 'Your address book on a phone or computer: its own contacts app keeps it in step with kith, both ways, by CardDAV. Each device has an app password of its own, which opens nothing else.',
  free: 'You are on the free plan, on which app passwords are refused: none can be made, and those that are here do not work. Whoever runs kith can put you on the professional plan.',
  onlyHere:
    'This kith is reached from this computer alone. A phone needs one with a public https address: whoever runs kith sets it with KITH_PUBLIC_URL.',
  list: 'Your devices',
  row: { made: 'Added', revoke: 'Remove' },
  add: { title: 'Add a device', lead: 'Name it, so that you know later what you remove.' },
  name: 'Name',
  nameHint: 'Such as iPhone, or laptop.',
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
  devices: AccessKey[];
  values: DeviceValues;
  errors?: FieldErrors;
  done?: string | undefined;
}

export const devicesPage = ({ person, origin, isFree, devices, values, errors = {}, done }: Devices): PageContent =>
  settingsPage({
    person,
    here: DEVICES,
    title: WORDS.title,
    lead: WORDS.lead,
    message: doneMessage(DONE, done),
    children: (
      <>
        {isFree && <p class="notice">{WORDS.free}</p>}
        {new URL(origin).hostname === 'localhost' && <p class="notice">{WORDS.onlyHere}</p>}
        <CredentialList
          id="devices"
          title={WORDS.list}
          at={DEVICES}
          credentials={devices}
          zone={person.time_zone}
          words={WORDS.row}
        />
        {!isFree && <NewDevice values={values} errors={errors} />}
        <HowTo person={person} origin={origin} />
      </>
    ),
  });

const NewDevice = ({ values, errors }: { values: DeviceValues; errors: FieldErrors }) => (
  <Section id="add" title={WORDS.add.title} lead={WORDS.add.lead}>
    <form class="question" method="post" action={DEVICES}>
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
        <ScopeField order={['write', 'read']} value={values.scope} errors={errors} />
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
        <a class="button" href={`${DEVICES}/kith.mobileconfig`}>
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
    here: DEVICES,
    title: WORDS.fresh.title,
    children: (
      <>
        <FreshSecret name={name} secret={password} lead={WORDS.fresh.lead} done={WORDS.fresh.done} at={DEVICES} />
        <HowTo person={person} origin={origin} />
      </>
    ),
  });
