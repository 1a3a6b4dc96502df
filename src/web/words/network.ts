import { counted } from './counted.ts';

/** Words for the network of all people. */
export const NETWORK = {
  title: 'Network',
  shown: (people: number, relationships: number) =>
    `${counted(people, 'person', 'people')} with ${counted(relationships, 'relationship', 'relationships')}`,
  cut: (people: number) => `The ${people} people with the most relationships are shown.`,
  none: 'No relationships yet. Add one on a person’s page.',
  people: 'Go to People',
  list: 'List of relationships',
  relation: (role: string | null, name: string) => (role ? `${role} of ${name}` : name),
};
