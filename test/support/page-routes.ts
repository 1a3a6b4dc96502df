import { randomUUID } from 'node:crypto';
import { makeWeb } from '../../src/web/app.ts';
import type { Assets } from '../../src/web/layout/assets.ts';
import type { WebServices } from '../../src/web/services/services.ts';
import type { World } from './world.ts';

/** Stands for all services that pages receive. None is called before a page is requested. */
const anything: object = new Proxy(() => anything, {
  get: (_, name) => (name === 'origin' ? 'http://localhost' : anything),
});

/** Method and path of each page and form. */
export const { routes } = makeWeb(anything as WebServices, anything as Assets);

const ID_OF: Record<string, keyof World> = {
  people: 'contact',
  reminders: 'reminder',
  groups: 'group',
  tags: 'tag',
  views: 'view',
  noteId: 'note',
  reminderId: 'reminder',
  tagId: 'tag',
  groupId: 'group',
  viewId: 'view',
};

/** A path with a world's ids in it. All others are unknown. */
function filled(path: string, world: World): string {
  const [, first = ''] = path.split('/');
  return path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name) => {
    const kind = ID_OF[name] ?? (name === 'id' ? ID_OF[first] : undefined);
    return kind ? world[kind] : randomUUID();
  });
}

const pathsOf = (wanted: string, world: World): string[] => [
  ...new Set(routes.filter(({ method }) => method === wanted).map(({ path }) => filled(path, world))),
];

/** The action of each form in the web app. */
export const formPaths = (world: World): string[] => pathsOf('POST', world);

/** The URL of each page, some with queries that show more. */
export const pagePaths = (world: World): string[] => {
  const pair = new URLSearchParams([
    ['id', world.contact],
    ['id', world.other],
  ]);
  return [
    ...pathsOf('GET', world),
    '/people?q=a',
    '/people?q=nobodyofthisname',
    `/duplicates/pair?${pair}`,
    `/duplicates/preview?${pair}`,
    `/people/${randomUUID()}`,
    '/nothing/here',
  ];
};
