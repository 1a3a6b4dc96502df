import { readFileSync, writeFileSync } from 'node:fs';

// node scripts/run.mjs test/support/providers/schemas/extract.ts [GMAIL.json CALENDAR.json] GRAPH.xml
//
// Extracts the parts of the providers' own descriptions that kith and its tests use: names and types of methods,
// parameters, and fields, without descriptions. Sources: https://gmail.googleapis.com/$discovery/rest?version=v1,
// https://calendar-json.googleapis.com/$discovery/rest?version=v3 (Google publishes them under Apache-2.0) and
// https://graph.microsoft.com/v1.0/$metadata (Microsoft, MIT).

export type Types = Record<string, Record<string, string>>;

export interface GoogleMethod {
  verb: string;
  path: string;
  query: Record<string, string>;
  body?: string;
  answer?: string;
}

const GOOGLE_METHODS = {
  gmail: ['users.getProfile', 'users.messages.list', 'users.messages.get'],
  calendar: [
    'calendarList.list',
    'calendarList.get',
    'events.list',
    'events.get',
    'events.insert',
    'events.patch',
    'events.delete',
  ],
};

/** Google's types. Types nested in them are not extracted. */
const GOOGLE_TYPES = [
  ...['Profile', 'ListMessagesResponse', 'Message', 'MessagePart', 'MessagePartHeader', 'CalendarList'],
  ...['CalendarListEntry', 'Events', 'Event', 'EventDateTime', 'EventAttendee', 'Event.organizer', 'ConferenceData'],
  ...['EntryPoint', 'CreateConferenceRequest', 'ConferenceSolutionKey'],
];

/** Graph's entities and complex types, some only with these fields. */
const GRAPH_TYPES: Record<string, string[] | undefined> = {
  user: ['id', 'mail', 'userPrincipalName', 'messages', 'mailFolders', 'calendars', 'events'],
  mailFolder: ['id', 'displayName', 'messages'],
  calendar: ['id', 'name', 'isDefaultCalendar', 'canEdit', 'owner', 'calendarView', 'events'],
  message: undefined,
  event: undefined,
  ...{ recipient: undefined, emailAddress: undefined, attendee: undefined },
  ...{ itemBody: undefined, dateTimeTimeZone: undefined, location: ['displayName'], responseStatus: undefined },
  ...{ onlineMeetingInfo: undefined, phone: undefined },
  ...{ patternedRecurrence: undefined, recurrencePattern: undefined, recurrenceRange: undefined },
};

/** Actions on an event besides updates. */
const GRAPH_ACTIONS = { event: ['accept', 'tentativelyAccept', 'decline'] };

const EDM: Record<string, string> = {
  'Edm.String': 'string',
  'Edm.Boolean': 'boolean',
  'Edm.Int32': 'integer',
  'Edm.Int64': 'integer',
  'Edm.DateTimeOffset': 'string:date-time',
  'Edm.Date': 'string:date',
};

interface Schema {
  type?: string;
  format?: string;
  $ref?: string;
  enum?: string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  repeated?: boolean;
}

interface Method {
  path: string;
  httpMethod: string;
  parameters?: Record<string, Schema & { location: string }>;
  request?: { $ref: string };
  response?: { $ref: string };
}

interface Discovery {
  revision: string;
  rootUrl: string;
  servicePath: string;
  schemas: Record<string, Schema>;
  resources: Record<string, Resource>;
}
type Resource = { methods?: Record<string, Method>; resources?: Record<string, Resource> };

const files = process.argv.slice(2);
const [gmailFile, calendarFile, graphFile] = files.length === 1 ? [undefined, undefined, files[0]] : files;
if (!graphFile) throw new Error('Give the two discovery documents and the metadata of Graph, or the latter alone.');
const save = (name: string, content: object) =>
  writeFileSync(`test/support/providers/schemas/${name}`, `${JSON.stringify(content, null, 2)}\n`);

if (gmailFile && calendarFile) {
  const read = (file: string): Discovery => JSON.parse(readFileSync(file, 'utf8'));
  save('google.json', google({ gmail: read(gmailFile), calendar: read(calendarFile) }));
}
save('graph.json', graph(readFileSync(graphFile, 'utf8')));

function google(documents: Record<'gmail' | 'calendar', Discovery>) {
  const types: Types = {};
  const methods: Record<string, GoogleMethod> = {};
  for (const [api, names] of Object.entries(GOOGLE_METHODS)) {
    const document = documents[api as keyof typeof documents];
    for (const name of names) {
      const { path, httpMethod, parameters = {}, request, response } = methodOf(document, name.split('.'));
      const query = Object.entries(parameters).filter(([, { location }]) => location === 'query');
      const typeOf = (of: { $ref: string } | undefined) => of && googleType(document, of, '', types);
      methods[`${api}.${name}`] = {
        verb: httpMethod,
        path: `/${document.servicePath}${path}`,
        query: Object.fromEntries(query.map(([one, schema]) => [one, googleType(document, schema, '', types)])),
        ...(request && { body: typeOf(request)! }),
        ...(response && { answer: typeOf(response)! }),
      };
    }
  }
  const revisions = Object.entries(documents).map(([api, { revision }]) => `${api} ${revision}`);
  return { source: `Google's discovery documents (Apache-2.0), revisions ${revisions.join(', ')}`, methods, types };
}

function methodOf(document: Resource, [first, ...rest]: string[]): Method {
  const method = rest.length === 0 ? document.methods?.[first!] : undefined;
  return method ?? methodOf(document.resources![first!]!, rest);
}

/** Adds an extracted type to `types`, with the types that it uses. */
function googleType(document: Discovery, schema: Schema, place: string, types: Types): string {
  const { $ref, type = 'any', format, items, properties, repeated } = schema;
  if (items) return `${googleType(document, items, place, types)}[]`;
  const name = $ref ?? (properties && place);
  if (name && !GOOGLE_TYPES.includes(name)) return 'any';
  if (name) {
    const fields = Object.entries(($ref ? document.schemas[$ref]!.properties : properties) ?? {});
    if (!types[name]) {
      const own: Record<string, string> = {};
      types[name] = own;
      for (const [field, inner] of fields) own[field] = googleType(document, inner, `${name}.${field}`, types);
    }
    return name;
  }
  const choices = schema.enum && `=${schema.enum.join('|')}`;
  return `${type}${choices ?? (format ? `:${format}` : '')}${repeated ? '[]' : ''}`;
}

function graph(text: string) {
  const [, main = ''] = /<Schema Namespace="microsoft\.graph"[^>]*>([\s\S]*?)<\/Schema>/.exec(text) ?? [];
  const types: Types = {};
  for (const [name, wanted] of Object.entries(GRAPH_TYPES)) {
    const fields = fieldsOf(main, name);
    types[name] = Object.fromEntries(Object.entries(fields).filter(([field]) => wanted?.includes(field) ?? true));
  }
  const actions = Object.entries(GRAPH_ACTIONS).flatMap(([type, names]) =>
    names.map((name) => [`${type}.${name}`, parametersOf(main, type, name)] as const),
  );
  return { source: 'the metadata of Microsoft Graph v1.0 (MIT)', types, actions: Object.fromEntries(actions) };

  function parametersOf(schema: string, type: string, action: string): Record<string, string> {
    for (const [, content = ''] of schema.matchAll(
      new RegExp(`<Action Name="${action}"[^>]*>([\\s\\S]*?)</Action>`, 'g'),
    )) {
      const parameters = [...content.matchAll(/<Parameter Name="(\w+)" Type="([^"]+)"/g)];
      if (parameters.shift()?.[2] === `graph.${type}`)
        return Object.fromEntries(parameters.map(([, name, of]) => [name!, graphType(schema, of!)]));
    }
    throw new Error(`Graph has no ${action} of ${type}`);
  }

  function fieldsOf(schema: string, name: string): Record<string, string> {
    const block = new RegExp(`<(EntityType|ComplexType)([^>]* Name="${name}"[^>]*?)(?:/>|>([\\s\\S]*?)</\\1>)`).exec(
      schema,
    );
    if (!block) throw new Error(`Graph has no ${name}`);
    const [, , head = '', content = ''] = block;
    const base = /BaseType="graph\.(\w+)"/.exec(head)?.[1];
    const own = [...content.matchAll(/<(?:Navigation)?Property Name="(\w+)" Type="([^"]+)"/g)];
    return {
      ...(base && fieldsOf(schema, base)),
      ...Object.fromEntries(own.map(([, field, type]) => [field!, graphType(schema, type!)])),
    };
  }

  function graphType(schema: string, type: string): string {
    const inner = /^Collection\((.+)\)$/.exec(type)?.[1];
    if (inner) return `${graphType(schema, inner)}[]`;
    const name = type.replace(/^graph\./, '');
    const members = new RegExp(`<EnumType Name="${name}"[^>]*>([\\s\\S]*?)</EnumType>`).exec(schema)?.[1];
    if (members)
      return `string=${[...members.matchAll(/<Member Name="(\w+)"/g)].map(([, member]) => member).join('|')}`;
    return EDM[name] ?? (Object.hasOwn(GRAPH_TYPES, name) ? name : 'any');
  }
}
