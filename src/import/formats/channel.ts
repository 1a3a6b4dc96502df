/** Passes items from one side to the other, one at a time. */
export interface Channel<T> {
  /** Resolves when the other side has processed it. */
  give(thing: T): Promise<void>;
  /** Ends the sequence, optionally with an error. */
  end(error?: unknown): void;
  taken: AsyncIterable<T>;
}

/** `onLeave` is called when the receiver stops, whether or not it received everything. */
export function channel<T>(onLeave: () => void): Channel<T> {
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
