import { sql, type RawBuilder } from 'kysely';

export const onlyId = (id: unknown): RawBuilder<unknown>[] =>
  typeof id === 'string' ? [sql`hazard_source.id = ${id}`] : [];
