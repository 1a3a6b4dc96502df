// Mail and calendars that a person connects, as the pages know them. Nothing that opens an account is among it.

export const SIGN_IN_PROVIDERS = ['GOOGLE', 'OFFICE365'] as const;
export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number];

export interface ConnectedAccount {
  id: string;
  /** `ICS` is a calendar by its address. */
  provider: SignInProvider | 'ICS';
  /** Its address, or the name of a calendar. */
  email: string;
  needsSignIn: boolean;
  capabilities: ('read_email' | 'read_calendar' | 'write_calendar')[];
}

/** Where a person is signed in to connect an account. */
export interface OfferedProvider {
  provider: SignInProvider;
  /** Whether kith is registered with it. */
  isSet: boolean;
  /** What whoever runs kith sets for that. */
  settings: string[];
  /** The origin that the way there leads to. */
  leadsTo: string;
  /** Where a person takes back a permission that kith cannot. */
  byHand: string[];
}

/** A calendar by its secret address; with a user name and password where its server asks for them. */
export interface CalendarAddress {
  address: string;
  name: string;
  user: string;
  password: string;
}

/** What became of the permission at the provider: a calendar has none, one may be over, and some only the person ends. */
export type Permission = 'none' | 'over' | 'taken back' | 'by hand';

export interface AccountsServices {
  /** What a provider is told to send people back to. */
  redirectUri: string;
  offered: OfferedProvider[];
  list(userId: string): Promise<ConnectedAccount[]>;
  /** Begins a sign-in for this session alone: the address where the person goes on. Throws 400 where it is not set. */
  begin(session: { userId: string; sessionId: string }, provider: SignInProvider, write: boolean): Promise<string>;
  /** Takes what the person brought back, once. Throws where it is not theirs, took too long, or was refused. */
  finish(session: { userId: string; sessionId: string }, brought: URLSearchParams): Promise<ConnectedAccount>;
  /** Throws 400 where no calendar is read there. */
  addCalendar(userId: string, calendar: CalendarAddress): Promise<ConnectedAccount>;
  /** Undefined where there is none of this id. */
  disconnect(userId: string, id: string): Promise<{ account: ConnectedAccount; permission: Permission } | undefined>;
}
