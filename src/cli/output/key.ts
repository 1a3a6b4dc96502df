import { answer } from '../input/arguments.ts';

interface UserWithKey {
  id: string;
  email: string;
  plan: 'free' | 'professional';
  api_key: string | null;
}

/** Prints a user's default key, or a note that there is none. */
export function printKey(user: UserWithKey, json: true | undefined): Promise<number> {
  const none = user.plan === 'free' ? 'no key on the free plan' : 'no default key; create one with kith key regenerate';
  return answer(json, user, `${user.email} (${user.plan})\n${user.api_key ?? none}`);
}
