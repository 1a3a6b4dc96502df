import type { Command } from '@commander-js/extra-typings';
import { action, examples, JSON_OPTION } from './action.ts';

/** The morning message. */
export function addMessages(program: Command): void {
  program.commandsGroup('Messages:');
  program
    .command('message')
    .description('the morning message: when and how it comes, and turning it on and off')
    .option('--time <time>', 'when, such as 07:00 by the clocks of the account')
    .option('--mail [address]', 'by mail, to the address of the account or another')
    .option(
      '--ntfy [topic]',
      'by ntfy, to the address of a topic; asked for if left out, - reads it from standard input',
    )
    .option('--token [token]', 'of --ntfy: an access token; asked for, or read, in the same way')
    .option('--webhook [address]', 'to a webhook; asked for, or read, in the same way')
    .option('--secret [secret]', 'of --webhook: signs what is sent; asked for, or read, in the same way')
    .option('--reminders', 'also send each reminder that has a time, at that time')
    .option('--no-reminders', 'do not')
    .option('--empty-days', 'also on days with nothing to say')
    .option('--no-empty-days', 'not then')
    .option('--test', 'send one now')
    .option('--off', 'turn it off')
    .option('--user <email>', 'a user of kith serve; else the local user')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nkith serve, kith http or kith open sends it, while one of them runs.\ndocs/messages.md is the guide.',
    )
    .addHelpText(
      'after',
      examples(
        'kith message --time 07:00 --ntfy',
        'kith message --mail jane@example.com --reminders',
        'kith message --test',
      ),
    )
    .action(action(async () => (await import('../commands/message.ts')).runMessage));
}
