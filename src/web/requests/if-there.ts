import { KithError } from '../../shared/error.ts';
import { goneAt } from '../pages/errors/error-page.tsx';
import type { Frame, PageContext } from './frame.ts';

/** Does the work of a form; says that its subject is gone where the service answers 404. */
export async function ifThere(
  frame: Frame,
  { context, at }: { context: PageContext; at: string },
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KithError) || error.status !== 404) throw error;
    return frame.refuse(context, 404, goneAt(at));
  }
}
