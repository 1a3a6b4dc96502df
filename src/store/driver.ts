import type { DatabaseConnection, Driver } from 'kysely';

const nothing = async () => {};
const unsupported = async () => {
  throw new Error('transactions go through the store');
};

/** A Kysely driver for one connection. It has no transactions because the store manages them. */
export const driverOver = (connection: DatabaseConnection): Driver => ({
  init: nothing,
  acquireConnection: async () => connection,
  releaseConnection: nothing,
  beginTransaction: unsupported,
  commitTransaction: unsupported,
  rollbackTransaction: unsupported,
  destroy: nothing,
});
