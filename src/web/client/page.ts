import 'htmx.org';
import { pageKeys } from './keys.ts';
import { passkeyButtons } from './passkeys.ts';

// All that pages run in a browser. They work without it, save what only a script can do.

passkeyButtons(document);
pageKeys(document);
