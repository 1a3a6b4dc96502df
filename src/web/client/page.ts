import 'htmx.org';
import { installable } from './install.ts';
import { pageKeys } from './keys.ts';
import { passkeyButtons } from './passkeys.ts';
import { keepUnsent, tellTroubles } from './trouble.ts';

// All that pages run in a browser. They work without it, save what only a script can do.

passkeyButtons(document);
pageKeys(document);
tellTroubles(document);
keepUnsent(document);
installable(document);
