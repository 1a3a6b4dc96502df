import type { ToolText } from './text.ts';

export const accountTools = {
  check_service: {
    title: 'Check the service',
    description: 'Whether the kith service is up and answers; checks no key.',
    toolsets: ['account'],
  },
  get_current_user: {
    title: 'Who am I',
    description: 'My own account: e-mail, name, plan and time zone. Read it before turning "tomorrow" into a date.',
    toolsets: ['account'],
  },
} satisfies Record<string, ToolText>;
