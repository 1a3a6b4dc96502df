import type { ToolDefinitions } from './definition.ts';

export const accountTools = {
  check_service: {
    title: 'Check the service',
    description: 'Whether the kith service is up and answers; checks no key.',
    toolsets: ['account'],
  },
  get_current_user: {
    title: 'Who am I',
    description: 'Who I am: the account that is logged in, with e-mail, plan, time zone and country.',
    toolsets: ['account'],
  },
} satisfies ToolDefinitions;
