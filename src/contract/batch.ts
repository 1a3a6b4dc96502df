import * as z from 'zod';
import { itemError } from './schema/primitives.ts';

// What a creation of many rows answers beside them (docs/api/bulk.md).

const chunk = () =>
  z.object({
    index: z.int().describe('Its number, from 0.'),
    offset: z.int().describe('The index of its first row in the request.'),
    count: z.int().describe('How many rows it has.'),
    status: z.enum(['committed', 'failed']).describe('Whether any of its rows was stored, or is there already.'),
    error: itemError().optional(),
  });

const failedRow = () =>
  z.object({
    index: z.int().describe('The index of the row in the request.'),
    id: z.string().optional().describe('The id that the row brought, if any.'),
    error: itemError(),
  });

/** What became of the rows of a bulk creation. */
export const batch = () =>
  z.object({
    requested: z.int().describe('How many rows the request had.'),
    committed: z.int().describe('How many rows were stored.'),
    committedThrough: z.int().describe('The index of the last row before the first that was not stored; -1 for none.'),
    chunkSize: z.int().describe('How many rows are stored in one transaction.'),
    chunks: z.array(chunk()).describe('The chunks that were tried.'),
    failedRows: z.array(failedRow()).describe('The rows that failed.'),
  });

/** Whether one bad row fails alone. */
export const continueOnError = () =>
  z.boolean().default(false).describe('Whether to store the good rows in spite of bad ones.');
