// Modules list their rows here as items of enterprise archives (一企一档). Each manifest contributes selects.
import type { RawBuilder } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

/**
 * Rows of one kind that fill items of archives. A module defines the source in its store; only `rows` is SQL:
 *
 *     export const drillRows: ArchiveSource = {
 *       from: '演练', path: '/bus/drill/index',
 *       rows: (tx, ids) => sql`select enterprise_id, 'drills' as item, title as name, no, held_on as issued_on,
 *           null::date as valid_to, files
 *         from drill where tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${[...ids]}::uuid[])
 *           and removed_at is null`,
 *     };
 *
 * Its manifest then lists the source: `archive: [drillRows]`.
 */
export interface ArchiveSource {
  readonly from: string;
  /** Screen that lists the rows, optionally with a filter. The enterprise is added to the path. */
  readonly path: string;
  /**
   * Returns a select for these enterprises with these columns, in this order: enterprise_id uuid, item text (catalogue
   * code), name text, no text, issued_on date, valid_to date (null: no end), files jsonb ({id, name} each).
   */
  readonly rows: (tx: Tx, enterpriseIds: readonly string[]) => RawBuilder<unknown>;
}
