const WORDS: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EEXIST: 'a file stands where a folder should be',
  EISDIR: 'this is a folder',
  ENOTDIR: 'a part of this path is no folder',
  EACCES: 'you may not read or write this',
  EPERM: 'you may not read or write this',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
};

/** What the system said of a file, in plain words; undefined for any other error. */
export function fileTrouble(error: unknown): string | undefined {
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined || (path === undefined && code !== 'EISDIR')) return undefined;
  return WORDS[code] ?? `the file could not be used (${code})`;
}
