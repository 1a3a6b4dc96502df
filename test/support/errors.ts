import { expect } from 'vitest';
import type { Answer } from './service.ts';

/** Expects an answer to be the error of this status and code, in the shape of docs/api/errors.md and in no other. */
export function expectError(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body.error?.code], JSON.stringify(answer.body)).toEqual([status, code]);
  expect(Object.keys(answer.body)).toEqual(['error']);
  expect(answer.body.error.message).toBeTypeOf('string');
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
}
