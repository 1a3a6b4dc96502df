import type { OperationName } from '../../contract/operations.ts';
import type { UserRow } from '../../store/tables.ts';
import type { Handlers } from '../runtime/handler.ts';

export const accountHandlers: Handlers<Extract<OperationName, 'check_service' | 'get_current_user'>> = {
  check_service: async () => 'Hello from kith.',

  get_current_user: async ({ user }) => ({ user: viewUser(user) }),
};

/** A user as operations return it. */
export const viewUser = ({ user_id: id, email, name, plan, time_zone, country }: UserRow) => ({
  ...{ id, email, name, plan, time_zone, country },
});
