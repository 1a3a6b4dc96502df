import { KithError } from '../../shared/error.ts';
import type { FieldErrors } from '../layout/fields.tsx';
import { goneAt } from '../pages/errors/error-page.tsx';
import { inWords, seeOther } from '../requests/answers.ts';
import type { Sent } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { ownForms } from '../requests/own-forms.ts';
import type { Person } from '../services/services.ts';

// What the routes of API keys and of devices share: making one, which asks for a fresh sign-in, and revoking one.

const REFUSED = {
  name: 'A name has 1 to 64 characters that can be printed.',
  scope: 'Choose one of the two.',
};

export interface CredentialForms<V extends { name: string; scope: string }> {
  typed(fields: URLSearchParams): V;
  /** What is wrong beside name and scope. */
  faultsOf?(values: V, person: Person): FieldErrors;
  /** Makes it and shows its secret. Throws 400, 403 and 409 in words. */
  make(person: Person, values: V & { permissions: 'read' | 'write' }): Promise<Response>;
  again(sent: Sent, values: V, errors: FieldErrors, status: number): Promise<Response>;
  revoke(person: Person, name: string): Promise<boolean>;
}

export function addCredentialForms<V extends { name: string; scope: string }>(
  app: Pages,
  frame: Frame,
  at: string,
  { typed, faultsOf = () => ({}), make, again, revoke }: CredentialForms<V>,
): void {
  const form = ownForms(app, frame);

  form(
    at,
    async (sent) => {
      const { person } = sent;
      const values = typed(sent.fields);
      const { name, scope } = values;
      const errors = {
        ...(!/^\P{C}{1,64}$/u.test(name) && { name: REFUSED.name }),
        ...(scope !== 'read' && scope !== 'write' && { scope: REFUSED.scope }),
        ...faultsOf(values, person),
      };
      if (Object.keys(errors).length > 0) return again(sent, values, errors, 400);
      try {
        return await make(person, { ...values, permissions: scope === 'read' ? 'read' : 'write' });
      } catch (error) {
        // Taken, or refused on the plan of this person.
        if (!(error instanceof KithError) || ![400, 403, 409].includes(error.status)) throw error;
        return again(sent, values, { name: inWords(error) }, error.status);
      }
    },
    { fresh: true },
  );

  form(`${at}/revoke`, async ({ person, fields, context }) => {
    const name = fields.get('name') ?? '';
    if (name.includes('\0') || !(await revoke(person, name))) return frame.refuse(context, 404, goneAt(at));
    return seeOther(`${at}?done=revoked`);
  });
}
