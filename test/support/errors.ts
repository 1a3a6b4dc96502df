import { expect } from 'vitest';
import type { Answer } from './service.ts';

/** Expects a response to be the error with this status and code, in exactly the format of docs/api/errors.md. */
export function expectError(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body.error?.code], JSON.stringify(answer.body)).toEqual([status, code]);
  expect(Object.keys(answer.body)).toEqual(['error']);
  expect(answer.body.error.message).toBeTypeOf('string');
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
}
