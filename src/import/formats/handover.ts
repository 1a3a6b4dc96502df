/** Things that one side gives and the other takes, one at a time. */
export interface Handover<T> {
  /** Resolves when the other side is done with it. */
  give(thing: T): Promise<void>;
  /** No more will come; with an error, because something went wrong. */
  end(error?: unknown): void;
  taken: AsyncIterable<T>;
}

/** `onLeave` is called when the other side takes no more, whether it had all or not. */
export function handover<T>(onLeave: () => void): Handover<T> {
  type Given = { thing: T; done(): void };
  let given: Given | undefined;
  let ended: { error?: unknown } | undefined;
  let wake = () => {};
  async function* take(): AsyncGenerator<T> {
    try {
      for (;;) {
        while (!given && !ended) await new Promise<void>((resolve) => (wake = resolve));
        if (!given) {
          if (ended!.error !== undefined) throw ended!.error;
          return;
        }
        const { thing, done } = given;
        given = undefined;
        yield thing;
        done();
      }
    } finally {
      onLeave();
    }
  }
  return {
    give: (thing) =>
      new Promise((done) => {
        given = { thing, done };
        wake();
      }),
    end(error) {
      ended ??= error === undefined ? {} : { error };
      wake();
    },
    taken: take(),
  };
}
