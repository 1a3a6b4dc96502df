// How tools show the nested parts of a contact: the names a caller needs, in as few words as they take. The wire takes
// more, and validation runs on the schemas themselves.

const text = { type: 'string' };
const object = { type: 'object', properties: {} };
const listOf = (...names: string[]) => ({
  type: 'array',
  items: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])) },
});

/** Fields that other programs fill; their values are passed through. */
export const asText = { tool: text };
export const asObject = { tool: object };

const RELATION = ['destination', 'source_contact', 'destination_contact'];

const changes = (of: string) => ({
  type: 'object',
  properties: { append: listOf(), remove: listOf(), replace: listOf() },
  description: `of {${of}}`,
});

export const inTools = {
  emails: { tool: listOf('email', 'label') },
  phones: { tool: listOf('phone_number', 'label') },
  addresses: {
    tool: { ...listOf('formatted'), description: 'or street, city, region, country, postal_code, address_type' },
  },
  groups: { tool: listOf('group_id') },
  customFields: { tool: listOf('id', 'text_value') },
  tags: { tool: listOf('tag_id') },
  tagChanges: { tool: changes('tag_id') },
  relations: { tool: { type: 'object', properties: { append: listOf(...RELATION) } } },
  relationChanges: { tool: changes(RELATION.join(', ')) },
  coordinates: {
    tool: {
      type: 'object',
      properties: { operation: text, data: object },
      description: 'set with {latitude, longitude}, or delete',
    },
  },
};
