import type { FieldErrors } from '../layout/fields.tsx';
import { inWords, refusalOf, seeOther } from '../requests/answers.ts';
import type { Sent } from '../requests/for-person.ts';
import type { Frame, Pages } from '../requests/frame.ts';
import { ifThere } from '../requests/if-there.ts';
import { operationForms } from '../requests/operation-forms.ts';
import type { Person } from '../services/services.ts';
import { CREDENTIALS } from '../words/access.ts';

// Routes that API keys and devices share: creating one, which requires a recent sign-in, and revoking one.

export interface CredentialForms<V extends { name: string; scope: string }> {
  typed(fields: URLSearchParams): V;
  /** Errors of the other fields. */
  faultsOf?(values: V, person: Person): FieldErrors;
  /** Creates it and shows its secret. Throws 400, 403, and 409 with a message to show. */
  make(sent: Sent, values: V & { scope: 'read' | 'write' }): Promise<Response>;
  again(sent: Sent, values: V, errors: FieldErrors, status: number): Promise<Response>;
  /** Throws 404 for an unknown name. */
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
        ...(!/^\P{C}{1,64}$/u.test(name) && { name: CREDENTIALS.refused.name }),
        ...(scope !== 'read' && scope !== 'write' && { scope: CREDENTIALS.refused.scope }),
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
