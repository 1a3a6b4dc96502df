import 'htmx.org';
import { copyButtons } from './copy.ts';
import { dropForm } from './drop.ts';
import { installable } from './install.ts';
import { pageKeys } from './keys.ts';
import { passkeyButtons } from './passkeys.ts';
import { selection } from './selection.ts';
import { keepUnsent, tellTroubles } from './trouble.ts';

// All that pages run in a browser. They work without it, save what only a script can do.

copyButtons(document);
passkeyButtons(document);
pageKeys(document);
tellTroubles(document);
keepUnsent(document);
installable(document);
dropForm(document);
selection(document);
