import type { ToolDefinitions } from './definition.ts';

export const accountTools = {
  check_service: {
    title: 'Check the service',
    description: 'Checks whether the kith service is up, without a key. For the account: get_current_user.',
    toolsets: ['account'],
  },
  get_current_user: {
    title: 'Who am I',
    description:
      'Shows who I am: the account that is logged in, with email, plan, time zone, and country. Mailboxes: list_connected_accounts.',
    toolsets: ['account'],
  },
} satisfies ToolDefinitions;
