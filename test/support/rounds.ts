/**
 * How often a property is tested, or a process killed: KITH_TEST_ROUNDS for a long search, otherwise what the suite has
 * time for.
 */
export const rounds = (usual: number): number => Number(process.env.KITH_TEST_ROUNDS ?? usual);
