import type { Child } from 'hono/jsx';
import type { AccessKey } from '../../../contract/access-keys.ts';
import { Field, type FieldErrors } from '../../layout/fields.tsx';
import type { PageContent } from '../../layout/page.tsx';
import { KeyField, Section } from '../../layout/parts.tsx';
import type { Person } from '../../services/services.ts';
import { DEVICES_WORDS as WORDS } from '../../words/access.ts';
import { CredentialList, FreshSecret, ScopeField } from './credentials.tsx';
import { doneMessage, settingsPage } from './settings-frame.tsx';

export const DEVICES = '/settings/devices';

/** The form’s values. */
export type DeviceValues = Record<'name' | 'scope', string>;
export const NO_DEVICE: DeviceValues = { name: '', scope: 'write' };

interface Devices {
  person: Person;
  /** Origin of the server. */
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
    message: doneMessage(WORDS.done, done),
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

/** Settings to enter in the device’s contacts app. */
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
        {WORDS.ways.map(({ name, steps }) => (
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
  /** The device’s name. */
  name: string;
  password: string;
}

/** A new app password, which is never shown again. */
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
