import * as z from 'zod';
import { itemError } from './schema/primitives.ts';

// Fields of a bulk creation's response besides the created rows (docs/api/bulk.md).

const chunk = () =>
  z.object({
    index: z.int().describe('Index of the chunk, from 0.'),
    offset: z.int().describe('Index of its first row in the request.'),
    count: z.int().describe('Number of rows.'),
    status: z.enum(['committed', 'failed']).describe('`committed` if at least one row was stored or already existed.'),
    error: itemError().optional(),
  });

const failedRow = () =>
  z.object({
    index: z.int().describe('Index of the row in the request.'),
    id: z.string().optional().describe('Id given in the row, if any.'),
    error: itemError(),
  });

/** Outcome of a bulk creation. */
export const batch = () =>
  z.object({
    requested: z.int().describe('Number of rows in the request.'),
    committed: z.int().describe('Number of stored rows.'),
    committedThrough: z
      .int()
      .describe('Index of the last row before the first one that was not stored; -1 if there is none.'),
    chunkSize: z.int().describe('Number of rows per transaction.'),
    chunks: z.array(chunk()).describe('The attempted chunks.'),
    failedRows: z.array(failedRow()).describe('The rows that failed.'),
  });

/** Whether valid rows are stored if others are invalid. */
export const continueOnError = () =>
  z.boolean().default(false).describe('Whether to store valid rows even if others are invalid.');
