import * as z from 'zod';
import { defineOperations, once } from './operation.ts';
import { uuid } from './schema/primitives.ts';

const user = once(() =>
  z
    .object({
      id: uuid(),
      email: z.string(),
      name: z.string().nullable(),
      plan: z.enum(['free', 'professional']),
      time_zone: z.string(),
    })
    .meta({ id: 'User' }),
);

export const account = defineOperations({
  check_service: {
    method: 'GET',
    path: '/v1',
    effect: 'read',
    idempotency: 'none',
    envelope: 'text',
    public: true,
    data: () => z.string(),
    bareName: 'greeting',
  },
  get_current_user: {
    method: 'GET',
    path: '/v2/users/me',
    effect: 'read',
    idempotency: 'none',
    envelope: 'v2',
    data: () => z.object({ user: user() }),
  },
});
