/** A user, as pages know them. */
export interface Person {
  id: string;
  email: string;
  name: string | null;
  /** IANA name: times are shown in it. */
  time_zone: string;
}
