import { LAUNCH, product, settings } from './product.ts';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** A file of a release, with its checksum for verification. */
export interface ReleaseFile {
  /** Its download URL. */
  identifier: string;
  sha256?: string;
}

/** server.json, the entry in the MCP registry. From a release on, it includes the bundle and the image. */
export function registryEntry({ bundle, image }: { bundle?: ReleaseFile; image?: ReleaseFile } = {}): object {
  const { name, mcpName, title, summary, version, source } = product;
  const own = { transport: { type: 'stdio' }, environmentVariables: variables() };
  return {
    $schema: SCHEMA,
    name: mcpName,
    title,
    description: summary,
    version,
    repository: { url: source, source: 'github' },
    packages: [
      { registryType: 'npm', identifier: name, version, runtimeHint: LAUNCH.command, ...own },
      ...(bundle ? [{ registryType: 'mcpb', identifier: bundle.identifier, fileSha256: bundle.sha256, ...own }] : []),
      ...(image ? [{ registryType: 'oci', identifier: image.identifier, ...own }] : []),
    ],
  };
}

const variables = (): object[] =>
  settings.map(({ variable, offered: { description, type }, isSecret }) => ({
    name: variable,
    description,
    format: type === 'boolean' ? 'boolean' : 'string',
    isRequired: false,
    isSecret,
  }));
