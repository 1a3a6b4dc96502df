import type { ToolText } from './text.ts';

export const accountTools = {
  check_service: {
    title: 'Check the service',
    description: 'Checks that the contact service answers. Does not check the API key.',
    toolsets: ['account'],
  },
  get_current_user: {
    title: 'Who am I',
    description:
      'The user whose contacts these are: e-mail, name, plan and time zone. Read it before turning "tomorrow" into a date.',
    toolsets: ['account'],
  },
} satisfies Record<string, ToolText>;
