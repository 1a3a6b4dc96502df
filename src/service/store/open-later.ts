import type { Store } from './store.ts';

/** A store that opens with its first use. An opening that failed is tried again with the next. */
export function openLater(open: () => Promise<Store>): Store {
  let opening: Promise<Store> | undefined;
  const opened = (): Promise<Store> => {
    opening ??= open().catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    read: async (userId, work) => (await opened()).read(userId, work),
    write: async (userId, work, options) => (await opened()).write(userId, work, options),
    directory: async (work) => (await opened()).directory(work),
    admit: async (directory, user) => (await opened()).admit(directory, user),
    dismiss: async (directory, userId) => (await opened()).dismiss(directory, userId),
    ready: async () => (await opened()).ready(),
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}
