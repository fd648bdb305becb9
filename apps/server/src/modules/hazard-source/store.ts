import { sql, type RawBuilder } from 'kysely';

/** The condition of the filter by one source. */
export const onlyId = (id: unknown): RawBuilder<unknown>[] =>
  typeof id === 'string' ? [sql`hazard_source.id = ${id}`] : [];
