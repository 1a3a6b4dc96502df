import 'htmx.org';
import { composer } from './composer.ts';
import { copyButtons } from './copy.ts';
import { dropForm } from './drop.ts';
import { duplicates } from './duplicates.ts';
import { keepFocus } from './focus.ts';
import { installable } from './install.ts';
import { pageKeys } from './keys.ts';
import { menus } from './menus.ts';
import { palette } from './palette.ts';
import { passkeyButtons } from './passkeys.ts';
import { peopleList } from './people-list.ts';
import { selection } from './selection.ts';
import { offerTimeZone } from './time-zone.ts';
import { toast } from './toast.ts';
import { today } from './today.ts';
import { keepUnsent, tellTroubles } from './trouble.ts';

// The script of every page. Pages work without it, except for passkeys, the palette and changes in place.

copyButtons(document);
passkeyButtons(document);
pageKeys(document);
palette(document);
tellTroubles(document);
keepUnsent(document);
installable(document);
dropForm(document);
offerTimeZone(document);
selection(document);
peopleList(document);
keepFocus(document);
toast(document);
today(document);
menus(document);
duplicates(document);
composer(document);
