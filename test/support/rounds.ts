/** How often a property is tried, or a process killed: KITH_TEST_ROUNDS for a long search, else what the suite has time for. */
export const rounds = (usual: number): number => Number(process.env.KITH_TEST_ROUNDS ?? usual);
