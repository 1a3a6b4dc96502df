import { badRequest, KithError } from '../contract/error.ts';
import type { Operation } from '../contract/operation.ts';
import { operation as operationNamed, operationNames } from '../contract/operations.ts';
import { photoOperation } from '../contract/photos.ts';
import { flatFieldName, suggestion } from '../contract/schema/arguments.ts';
import { checkRequest } from '../contract/schema/check.ts';
import type { Client, Photo } from './client.ts';
import { deprecationOf } from './deprecation.ts';
import { missingFields } from './missing-fields.ts';
import type { CallOptions, CallResult, ClientEvent, Deprecation } from './options.ts';
import { prepareCall } from './prepare-call.ts';
import { readAnswer } from './read-answer.ts';
import type { Transport, WireResponse } from './transport.ts';

export interface CreateOptions {
  /** Look for what an answer lacks: a service elsewhere may be of another version. */
  checkAnswers?: boolean;
  onEvent?: ((event: ClientEvent) => void) | undefined;
}

/** The one path that every call takes, whatever carries it. */
export function createClient(transport: Transport, { checkAnswers = false, onEvent }: CreateOptions = {}): Client {
  const announced = new Set<string>();
  const incomplete = new Set<string>();
  const call = async (name: Parameters<Client['call']>[0], args: object, options: CallOptions = {}) => {
    // Programs in plain JavaScript have no compiler to tell them.
    if (!operationNames.includes(name)) throw unknownOperation(name);
    const operation = operationNamed(name);
    try {
      return await request(operation, args as Record<string, unknown>, options);
    } catch (error) {
      throw error instanceof KithError ? inFlatNames(operation, error) : error;
    }
  };
  const photo: Client['photo'] = async (photoId, options = {}) => {
    try {
      return readAnswer(
        photoOperation,
        await transport.send(prepareCall(photoOperation, { photoId }, options)),
      ) as Photo;
    } catch (error) {
      if (error instanceof KithError && error.status === 404) return undefined;
      throw error;
    }
  };
  return { call: call as Client['call'], photo, close: () => transport.close() };

  async function request(
    operation: Operation,
    args: Record<string, unknown>,
    options: CallOptions,
  ): Promise<CallResult<unknown>> {
    const prepared = prepareCall(operation, args, options);
    // Every bad field is named before anything is sent; a service in this process does that itself.
    if (!transport.inProcess) checkRequest(operation, prepared.parts);
    const { idempotencyKey, dryRun } = prepared;
    const response = await transport.send(prepared);
    const deprecation = newDeprecation(operation, response);
    const data = readAnswer(operation, response);
    // With `select` the caller has said what may be missing.
    const missing = checkAnswers && args.select === undefined ? missingFields(operation, data) : [];
    if (missing.length > 0) tellMissing(operation, missing);
    return {
      data,
      ...(idempotencyKey && { idempotencyKey }),
      replayed: response.header('idempotent-replayed') === 'true',
      dryRun,
      ...(missing.length > 0 && { missing }),
      ...(deprecation && { deprecation }),
    };
  }

  /** Tells once of each operation and what it lacks; the results say it every time. */
  function tellMissing({ name }: Operation, missing: string[]): void {
    const told = [name, ...missing].join();
    if (!incomplete.has(told)) onEvent?.({ kind: 'incomplete', operation: name, missing });
    incomplete.add(told);
  }

  /** The announced end of an operation, the first time that an answer tells it. */
  function newDeprecation({ name }: Operation, response: WireResponse): Deprecation | undefined {
    const deprecation = announced.has(name) ? undefined : deprecationOf(response);
    if (!deprecation) return undefined;
    announced.add(name);
    onEvent?.({ kind: 'deprecated', operation: name, deprecation });
    return deprecation;
  }
}

const unknownOperation = (name: string) =>
  new KithError('BadRequest', `There is no operation ${name}${suggestion(name, operationNames, '.')}`);

/** Bad fields under the names of the flat arguments, which are the ones the caller knows. */
function inFlatNames(operation: Operation, error: KithError): KithError {
  const fields = Object.entries(error.details?.fields ?? {});
  // Another service's details may be anything: what is not ours stays as it came.
  const ours = error.code === 'BadRequest' && fields.every(([, reason]) => typeof reason === 'string');
  if (!ours || fields.length === 0) return error;
  return badRequest(
    Object.fromEntries(fields.map(([field, reason]) => [flatFieldName(operation, field), reason])),
    error.hint,
    typeof error.details?.more === 'number' ? error.details.more : 0,
  );
}
