import type { FieldErrors } from '../layout/fields.tsx';
import { inWords, refusalOf, seeOther } from '../requests/answers.ts';
import type { Sent } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { ifThere } from '../requests/if-there.ts';
import { operationForms } from '../requests/operation-forms.ts';
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
  make(sent: Sent, values: V & { scope: 'read' | 'write' }): Promise<Response>;
  again(sent: Sent, values: V, errors: FieldErrors, status: number): Promise<Response>;
  /** Throws 404 if there is none with this name. */
  revoke(sent: Sent, name: string): Promise<unknown>;
}

export function addCredentialForms<V extends { name: string; scope: string }>(
  app: Pages,
  frame: Frame,
  at: string,
  { typed, faultsOf = () => ({}), make, again, revoke }: CredentialForms<V>,
): void {
  const form = operationForms(app, frame);

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
        return await make(sent, { ...values, scope: scope === 'read' ? 'read' : 'write' });
      } catch (error) {
        // For example a taken name.
        return again(sent, values, { name: inWords(error) }, refusalOf(error).status);
      }
    },
    { fresh: true },
  );

  form(`${at}/revoke`, (sent) =>
    ifThere(frame, { context: sent.context, at }, async () => {
      await revoke(sent, sent.fields.get('name') ?? '');
      return seeOther(`${at}?done=revoked`);
    }),
  );
}
