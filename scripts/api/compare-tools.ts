type Fields = Record<string, unknown>;

/** A server's tools, resources, and prompts by kind and name, as clients see them. */
export type ToolSurface = Record<string, Record<string, Fields>>;

export interface Difference {
  /** Changes that may break a working client or prompt. */
  breaking: string[];
  added: string[];
}

/** Changes between two sets of tools that affect a client. Texts are excluded, because they may change freely. */
export function compareSurfaces(before: ToolSurface, after: ToolSurface): Difference {
  const difference: Difference = { breaking: [], added: [] };
  for (const kind of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[kind] ?? {}, after[kind] ?? {}];
    for (const name of Object.keys(now)) if (!old[name]) difference.added.push(`${kind} ${name}`);
    for (const [name, was] of Object.entries(old)) {
      if (!now[name]) difference.breaking.push(`${kind} ${name} is gone`);
      else compareOne(`${kind} ${name}`, was, now[name], difference);
    }
  }
  return difference;
}

function compareOne(place: string, was: Fields, now: Fields, difference: Difference): void {
  compareSchemas(`${place}:`, (was.inputSchema ?? {}) as Fields, (now.inputSchema ?? {}) as Fields, difference);
  for (const [hint, value] of Object.entries((was.annotations ?? {}) as Fields)) {
    const current = (now.annotations as Fields | undefined)?.[hint];
    if (current !== value) difference.breaking.push(`${place}: ${hint} was ${value}, is ${current}`);
  }
  const [oldArguments, newArguments] = [promptArguments(was), promptArguments(now)];
  compareSchemas(`${place}:`, oldArguments, newArguments, difference);
  if (was.mimeType !== now.mimeType) difference.breaking.push(`${place}: was ${was.mimeType}, is ${now.mimeType}`);
}

/** A prompt's arguments as a schema. */
function promptArguments({ arguments: list }: Fields): Fields {
  const all = (list ?? []) as { name: string; required?: boolean }[];
  return {
    properties: Object.fromEntries(all.map(({ name }) => [name, { type: 'string' }])),
    required: all.filter(({ required }) => required).map(({ name }) => name),
  };
}

function compareSchemas(place: string, was: Fields, now: Fields, difference: Difference): void {
  if (was.type !== now.type) difference.breaking.push(`${place} was ${was.type}, is ${now.type}`);
  const [old, current] = [(was.properties ?? {}) as Fields, (now.properties ?? {}) as Fields];
  const required = ((now.required ?? []) as string[]).filter(
    (name) => !((was.required ?? []) as string[]).includes(name),
  );
  for (const name of required) difference.breaking.push(`${place} ${name} is required now`);
  for (const name of Object.keys(current)) if (!(name in old)) difference.added.push(`${place} ${name}`);
  for (const [name, schema] of Object.entries(old)) {
    if (!(name in current)) difference.breaking.push(`${place} ${name} is gone`);
    else compareSchemas(`${place} ${name}`, schema as Fields, current[name] as Fields, difference);
  }
  const choices = (now.enum ?? []) as unknown[];
  for (const choice of (was.enum ?? []) as unknown[]) {
    if (now.enum && !choices.includes(choice)) difference.breaking.push(`${place} no longer accepts ${choice}`);
  }
  if (was.items && now.items) compareSchemas(`${place}[]`, was.items as Fields, now.items as Fields, difference);
}
