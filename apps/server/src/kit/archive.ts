// What modules keep that fills items of the archives of enterprises (一企一档): each gives selects in its manifest.
import type { RawBuilder } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

/**
 * Rows of one kind that fill items of archives. A module makes it in its store, `rows` alone being SQL:
 *
 *     export const drillRows: ArchiveSource = {
 *       from: '演练', path: '/bus/drill/index',
 *       rows: (tx, ids) => sql`select enterprise_id, 'drills' as item, title as name, no, held_on as issued_on,
 *           null::date as valid_to, files
 *         from drill where tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${[...ids]}::uuid[])
 *           and removed_at is null`,
 *     };
 *
 * and names it in its manifest: `archive: [drillRows]`.
 */
export interface ArchiveSource {
  /** Where the rows come from, in the words of the page: 来自：人员证件. */
  readonly from: string;
  /** Screen that lists the rows, perhaps with a filter; the enterprise is added. */
  readonly path: string;
  /**
   * A select over some enterprises with the columns enterprise_id uuid, item text (code of the catalogue), name text, no
   * text, issued_on date, valid_to date (null: for good) and files jsonb ({id, name} each), in this order.
   */
  readonly rows: (tx: Tx, enterpriseIds: readonly string[]) => RawBuilder<unknown>;
}
