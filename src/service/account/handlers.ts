import type { OperationName } from '../../contract/operations.ts';
import type { Handlers } from '../runtime/handler.ts';

export const accountHandlers: Handlers<Extract<OperationName, 'check_service' | 'get_current_user'>> = {
  check_service: async () => 'Hello from kith.',

  async get_current_user({ user }) {
    const { user_id: id, email, name, plan, time_zone, country } = user;
    return { user: { id, email, name, plan, time_zone, country } };
  },
};
