export const personPath = (id: string): string => `/people/${encodeURIComponent(id)}`;
