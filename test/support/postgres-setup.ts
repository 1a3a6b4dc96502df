import { startPostgres } from './postgres.ts';

/** One PostgreSQL for the whole test run; test files make databases of their own on it. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  process.env.KITH_TEST_POSTGRES = server.url('postgres');
  return () => server.remove();
}
