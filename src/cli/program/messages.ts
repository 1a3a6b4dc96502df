import type { Command } from '@commander-js/extra-typings';
import { action, examples, JSON_OPTION } from './action.ts';

/** Adds the command for the morning message. */
export function addMessages(program: Command): void {
  program.commandsGroup('Messages:');
  program
    .command('message')
    .description('set up, show, or turn off the morning message')
    .option('--time <time>', "time in the account's time zone, such as 07:00")
    .option('--mail [address]', "send by mail, to the account's address or another")
    .option('--ntfy [topic]', 'send by ntfy, to a topic URL; asks if omitted, - reads from standard input')
    .option('--token [token]', 'access token for --ntfy; asks or reads in the same way')
    .option('--webhook [address]', 'send to a webhook URL; asks or reads in the same way')
    .option('--secret [secret]', 'secret that signs requests to --webhook; asks or reads in the same way')
    .option('--reminders', 'also send reminders that have a time, at that time')
    .option('--no-reminders', 'do not send reminders')
    .option('--empty-days', 'also send on days with nothing to report')
    .option('--no-empty-days', 'skip days with nothing to report')
    .option('--test', 'send a message now')
    .option('--off', 'turn messages off')
    .option('--user <email>', 'user of kith serve (default: the local user)')
    .option(...JSON_OPTION)
    .addHelpText('after', '\nkith serve, kith http, or kith open must be running to send it.\nGuide: docs/messages.md')
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
