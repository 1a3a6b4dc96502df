import { isOfferedAt } from '../contract/operations.ts';
import { checkRequest } from '../contract/schema/check.ts';
import type { Operation } from '../contract/schema/operation.ts';
import { KithError } from '../shared/error.ts';
import type { Client } from './client.ts';
import { createClient } from './create-client.ts';
import { missingFields } from './missing-fields.ts';
import type { ClientEvent } from './options.ts';
import { prepareCall } from './prepare-call.ts';
import { deprecationOf, readResponse } from './read-response.ts';
import type { Transport } from './transport.ts';

/** Creates a client of a remote service of any version, which reports fields that responses lack. */
export function transportClient(transport: Transport, onEvent?: ((event: ClientEvent) => void) | undefined): Client {
  const incomplete = new Set<string>();
  return createClient(
    async (operation, args, options) => {
      if (!isOfferedAt(operation, 'api')) throw onlyThere(operation);
      const prepared = prepareCall(operation, args, options);
      // Reports every bad field before anything is sent.
      checkRequest(operation, prepared.parts);
      const { idempotencyKey, dryRun } = prepared;
      const response = await transport.send(prepared);
      const deprecation = deprecationOf(response);
      const data = readResponse(operation, response);
      // With `select`, the caller expects missing fields.
      const missing = args.select === undefined ? missingFields(operation, data) : [];
      if (missing.length > 0) tellMissing(operation, missing);
      return {
        data,
        ...(idempotencyKey && { idempotencyKey }),
        replayed: response.header('idempotent-replayed') === 'true',
        dryRun,
        ...(missing.length > 0 && { missing }),
        ...(deprecation && { deprecation }),
      };
    },
    () => transport.close(),
    onEvent,
  );

  /** Reports missing fields once per operation. The results include them each time. */
  function tellMissing({ name }: Operation, missing: string[]): void {
    const told = [name, ...missing].join();
    if (!incomplete.has(told)) onEvent?.({ kind: 'incomplete', operation: name, missing });
    incomplete.add(told);
  }
}

const onlyThere = ({ summary }: Operation): KithError =>
  new KithError('Forbidden', `“${summary}” requires a recent sign-in, which an API key cannot replace.`, {
    hint: "Use the service's web app, or kith on the server.",
  });
