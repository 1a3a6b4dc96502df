import { expect, test } from 'vitest';
import { checkAnswer, checkRequest } from '../support/providers/schemas/check.ts';

// Every agenda test checks the fakes against the providers' API descriptions. These tests prove that the check fails
// when it should.

const asked = (request: string, body?: unknown) => {
  const [method, address] = request.split(' ') as [string, string];
  const { pathname: path, searchParams: query } = new URL(address, 'http://kith.local');
  return { method, path, query, email: undefined, body };
};
const EVENT = '/calendar/v3/calendars/primary/events/x';

test.each([
  ['GET /gmail/v1/users/me/letters', 'Google has no'],
  ['DELETE /gmail/v1/users/me/messages/x', 'Google has no'],
  ['GET /gmail/v1/users/me/messages?max=5', 'no parameter max'],
  ['GET /gmail/v1/users/me/messages/x?format=head', 'must be one of'],
  ['GET /calendar/v3/calendars/a/events?orderBy=start', 'must be one of'],
  ['GET /calendar/v3/calendars/a/events?timeMin=2026-11-20', 'date-time'],
  ['GET /calendar/v3/calendars/a/events?singleEvents=yes', 'must be a boolean'],
  ['GET /calendar/v3/calendars/a/events?fields=items(id,subject)', 'no subject'],
  ['GET /v1.0/me/letters', 'no letters'],
  ['PUT /v1.0/me/events/x', 'Graph has no PUT'],
  ['GET /v1.0/me/messages?$select=id,snippet', 'no snippet'],
  ['GET /v1.0/me/messages?$top=many', 'must be an integer'],
  ['GET /v1.0/me/messages?$orderby=received desc', 'no received'],
  ['GET /v1.0/me/calendars/x/calendarView?start=2026-11-20', 'no parameter start'],
])('rejects the request: %s', (request, complaint) => {
  expect(() => checkRequest(asked(request))).toThrow(complaint);
});

test.each([
  [`PATCH ${EVENT}`, { subject: 'Lunch' }, 'no subject'],
  [`PATCH ${EVENT}`, { start: { dateTime: '2026-11-20T09:00:00' } }, 'date-time'],
  [`PATCH ${EVENT}`, undefined, 'a body'],
  [`GET ${EVENT}`, {}, 'or none'],
  ['POST /v1.0/me/events', { summary: 'Lunch' }, 'no summary'],
  ['POST /v1.0/me/events', { attendees: [{ type: 'guest' }] }, 'must be one of'],
  ['POST /v1.0/me/events', { start: '2026-11-20T09:00:00' }, 'must be a dateTimeTimeZone'],
])('rejects the body: %s %o', (request, body, complaint) => {
  expect(() => checkRequest(asked(request, body))).toThrow(complaint);
});

test.each([
  ['GET /gmail/v1/users/me/messages/x', { internalDate: 5 }, 'must be a string'],
  ['GET /gmail/v1/users/me/messages/x', { snippet: null }, 'must be a string'],
  [`GET ${EVENT}`, { start: { date: '2026-11-20T00:00:00Z' } }, 'must be a date'],
  ['GET /v1.0/me/messages', { value: [{ snippet: '' }] }, 'no snippet'],
  ['GET /v1.0/me/messages', { value: [{ receivedDateTime: '2026-11-20T09:00:00' }] }, 'date-time'],
  ['GET /v1.0/me/events/x', { type: 'series' }, 'must be one of'],
])('rejects the response: %s %o', (request, answer, complaint) => {
  expect(() => checkAnswer(asked(request), answer)).toThrow(complaint);
});
