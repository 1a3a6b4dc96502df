import { describe, expect, test } from 'vitest';
import { changesTo } from '../../src/web/edit/contact-changes.ts';
import { type Contact, valuesOf } from '../../src/web/edit/contact-values.ts';

// Changes that a person's form sends for the edits: the minimum, so that concurrent changes survive.

const row = { contact_id: 'c', user_id: 'u', workspace_id: null, label: null, created_at: '', updated_at: '' };
const contact = {
  id: 'c',
  contact_emails: ['a@example.com', 'b@example.com'].map((email, ranking) => ({
    ...row,
    id: `e${ranking}`,
    email,
    ranking,
  })),
  contact_phone_numbers: [
    { ...row, id: 'p', phone_number: '030  1', country_code: 'DE', phone_number_sanitized: null, ranking: 0 },
  ],
} as Contact;
const now = valuesOf(contact, []);
const sent = (typed: Record<string, string>) => changesTo(contact, [], now, { ...now, ...typed });

describe("a person's rows", () => {
  test('are sent as additions or removals if the others stay', () => {
    expect(sent({}).contact).toEqual({});
    const { contact: added, fieldNamed } = sent({ 'email.new1.email': 'c@example.com', 'email.new1.label': 'work' });
    expect(added).toEqual({ add_emails: [{ email: 'c@example.com', label: 'work' }] });
    expect(fieldNamed.get('add_emails[0].email')).toBe('email.new1.email');
    expect(sent({ 'email.e0.email': '', 'email.e0.label': '' }).contact).toEqual({ remove_emails: ['a@example.com'] });
    expect(sent({ 'phone.p.phone_number': '', 'phone.p.label': '' }).contact).toEqual({ remove_phones: ['030  1'] });
  });

  test('are sent in full if one is changed, or removed and possibly added elsewhere', () => {
    const whole = {
      contact_emails: [
        { email: 'a@example.com', label: 'x' },
        { email: 'b@example.com', label: null },
      ],
    };
    expect(sent({ 'email.e0.label': 'x' }).contact).toEqual(whole);
    const moved = { 'email.e0.email': '', 'email.new0.email': 'a@example.com', 'email.new0.label': 'y' };
    expect(sent(moved).contact).toEqual({
      contact_emails: [
        { email: 'b@example.com', label: null },
        { email: 'a@example.com', label: 'y' },
      ],
    });
  });
});
