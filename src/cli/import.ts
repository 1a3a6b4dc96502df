export async function runImport(_args: string[]): Promise<number> {
  return 0;
}
