const REMEMBERED_MS = 60_000;

/**
 * A form that is sent twice, as by a double click, gets the answer to the first. For work that is not an operation:
 * operations remember the key of a form themselves. `form` identifies the form. A refusal is not remembered: what stood in
 * the way may be gone.
 */
export function answersOnce(): (form: string, answer: () => Promise<Response>) => Promise<Response> {
  const answers = new Map<string, Promise<Response>>();
  return async (form, answer) => {
    let given = answers.get(form);
    if (!given) {
      given = answer();
      answers.set(form, given);
      const forget = () => answers.delete(form);
      given.then(({ status }) => (status < 400 ? setTimeout(forget, REMEMBERED_MS).unref() : forget()), forget);
    }
    return (await given).clone();
  };
}
