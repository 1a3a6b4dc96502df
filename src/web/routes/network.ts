import { NETWORK, networkPage } from '../pages/people/network.tsx';
import { readNetwork } from '../people/network.ts';
import { forPerson } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';

/** The network of all people who are related. */
export function addNetwork(app: Pages, frame: Frame): void {
  const { page } = forPerson(frame);
  app.get(NETWORK, (context) =>
    page(context, async ({ client, person }) => frame.show(networkPage(person, await readNetwork(client)))),
  );
}
