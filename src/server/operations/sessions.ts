import type { ManagementName } from '../../contract/operations.ts';
import {
  type PasskeySummary,
  listPasskeys as passkeysOf,
  removePasskey,
  renamePasskey as rename,
} from '../../identity/users/passkeys.ts';
import {
  endSession as end,
  endOtherSessions as endOthers,
  listSessions as sessionsOf,
} from '../../identity/users/sessions.ts';
import type { ManagementHandler } from '../../service/runtime/handler.ts';
import { notFound } from '../../shared/error.ts';

type Manage<N extends ManagementName> = ManagementHandler<N>['manage'];

export const listSessions: Manage<'list_sessions'> = async ({ store, user, caller }) => {
  const sessions = await sessionsOf(store, user.user_id);
  return { sessions: sessions.map((session) => ({ ...session, is_current: session.id === caller.session?.id })) };
};

export const endSession: Manage<'end_session'> = async ({ store, user, caller }, { path }) => {
  const id = path.sessionId!;
  if (!(await end(store, user.user_id, id, caller.address))) throw notFound('session', id);
  return { affected: 1, ids: [id] };
};

export const endOtherSessions: Manage<'end_other_sessions'> = async ({ store, user, caller }) => ({
  affected: await endOthers(store, user.user_id, caller.session?.id, caller.address),
});

export const listPasskeys: Manage<'list_passkeys'> = async ({ store, user }) => ({
  passkeys: (await passkeysOf(store, user.user_id)).map(view),
});

export const renamePasskey: Manage<'rename_passkey'> = async ({ store, user }, { path, body }) => {
  const id = path.passkeyId!;
  await rename(store, user.user_id, id, body.name);
  const passkey = (await passkeysOf(store, user.user_id)).find((one) => one.id === id);
  if (!passkey) throw notFound('passkey', id);
  return { passkey: view(passkey) };
};

export const deletePasskey: Manage<'delete_passkey'> = async ({ store, user, caller }, { path }) => {
  const id = path.passkeyId!;
  if (!(await removePasskey(store, user.user_id, id, caller.address))) throw notFound('passkey', id);
  return { affected: 1, ids: [id] };
};

const view = ({ id, name, created_at, last_used_at }: PasskeySummary) => ({ id, name, created_at, last_used_at });
