import { operation as operationNamed, operationNames } from '../contract/operations.ts';
import { photoOperation } from '../contract/photos.ts';
import { suggestion } from '../contract/schema/arguments.ts';
import type { Operation } from '../contract/schema/operation.ts';
import { inFlatNames } from '../contract/schema/wire.ts';
import { KithError } from '../shared/error.ts';
import type { Client, Photo } from './client.ts';
import type { CallOptions, CallResult, ClientEvent } from './options.ts';

/** Runs one operation, in process or remotely. A `bytes` operation returns a Photo. */
export type RunOperation = (
  operation: Operation,
  args: Record<string, unknown>,
  options: CallOptions,
) => Promise<CallResult<unknown>>;

/** Creates a client. All calls take this path, in process or remotely. */
export function createClient(
  run: RunOperation,
  close: () => Promise<void>,
  onEvent?: ((event: ClientEvent) => void) | undefined,
): Client {
  const announced = new Set<string>();
  const call = async (name: Parameters<Client['call']>[0], args: object, options: CallOptions = {}) => {
    // Plain JavaScript programs have no compiler to check the name.
    if (!operationNames.includes(name)) throw unknownOperation(name);
    const operation = operationNamed(name);
    try {
      return announcedOnce(operation, await run(operation, args as Record<string, unknown>, options));
    } catch (error) {
      throw error instanceof KithError ? inFlatNames(operation, error) : error;
    }
  };
  const photo: Client['photo'] = async (photoId, options = {}) => {
    try {
      return (await run(photoOperation, { photoId }, options)).data as Photo;
    } catch (error) {
      if (error instanceof KithError && error.status === 404) return undefined;
      throw error;
    }
  };
  return { call: call as Client['call'], photo, close };

  /** Reports a deprecated operation once, with its first response. */
  function announcedOnce({ name }: Operation, result: CallResult<unknown>): CallResult<unknown> {
    const { deprecation, ...rest } = result;
    if (!deprecation || announced.has(name)) return rest;
    announced.add(name);
    onEvent?.({ kind: 'deprecated', operation: name, deprecation });
    return result;
  }
}

const unknownOperation = (name: string) =>
  new KithError('BadRequest', `There is no operation ${name}${suggestion(name, operationNames, '.')}`);
