/** Column types that differ between the engines. */
export interface ColumnTypes {
  engine: 'sqlite' | 'postgres';
  strict: string;
  real: string;
  bytes: string;
}

export const SQLITE: ColumnTypes = { engine: 'sqlite', strict: 'strict', real: 'real', bytes: 'blob' };

export const POSTGRES: ColumnTypes = { engine: 'postgres', strict: '', real: 'double precision', bytes: 'bytea' };
