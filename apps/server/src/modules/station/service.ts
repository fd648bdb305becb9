import type { Page, PageInput } from '@anlan/contract/domain/paging';
import type { Station, StationFields, StationInput, StationPatch, StationSort } from '@anlan/contract/domain/station';
import type { Clock } from '#kernel/clock.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { seesAll, systemScope, type Scope } from '#kernel/scope.ts';
import { brokenConstraint, type Db, type Tx } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { createLookups, type AuditRoom } from '../audit/index.ts';
import type { DictionaryRoom } from '../dictionary/index.ts';
import type { EnterpriseRoom } from '../enterprise/index.ts';
import { changesOf, columnsOf, fieldsOf, presentStation } from './present.ts';
import { withoutMask, type StationFilter } from './rules.ts';
import { openManager, sealManager } from './sealed/rules.ts';
import { wholeOf } from './sight/service.ts';
import * as store from './store.ts';

/** What the room station leans on. */
export interface StationDeps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditRoom, 'record' | 'recordAll' | 'ofPerson'>;
  dictionaries: Pick<DictionaryRoom, 'regionPaths' | 'itemsOf' | 'offered'>;
  enterprises: Pick<EnterpriseRoom, 'titles' | 'cards' | 'held' | 'idByCode'>;
  vault: Pick<Vault, 'of'>;
}

const duplicateText = '编号已存在';

/** Use cases of stations. */
export function createStationService({ db, clock, audit, dictionaries, enterprises, vault }: StationDeps) {
  const lookups = createLookups({ clock, audit });
  async function present(tx: Tx, rows: store.StationRow[]): Promise<Station[]> {
    const names = {
      regions: await dictionaries.regionPaths(),
      enterprises: await enterprises.cards(tx, [...new Set(rows.map((row) => row.enterprise_id))]),
    };
    const whole = await wholeOf(vault, tx, rows);
    return rows.map((row) => presentStation(tx.scope, row, names, whole(row)));
  }

  async function presentOne(tx: Tx, row: store.StationRow | undefined): Promise<Station> {
    const [presented] = row ? await present(tx, [row]) : [];
    if (!presented) throw new AppError('notFound');
    return presented;
  }

  /** The row, held; a stale version answers with the row as it is now. */
  async function taken(tx: Tx, id: string, version: number | undefined): Promise<store.StationRow> {
    const row = await store.takeRow(tx, id);
    if (!row) throw new AppError('notFound');
    if (version !== undefined && version !== row.version)
      throw new AppError('conflict', undefined, { current: await presentOne(tx, row) });
    // Records of a closed enterprise are kept as they were.
    const { enterprise_id: owner } = row;
    if ((await enterprises.cards(tx, [owner])).get(owner)?.closed)
      throw new AppError('invalid', '已注销企业的场站不能修改');
    return row;
  }

  async function demandCodes(tx: Tx, { regionCode, kind }: Partial<StationFields>) {
    if (regionCode !== undefined && !(await dictionaries.regionPaths()).has(regionCode))
      throw invalid({ field: 'regionCode', msg: '没有这个行政区划，请从列表中选择' });
    if (kind === undefined) return;
    if (!(await dictionaries.offered(tx, 'stationKind')).has(kind))
      throw invalid({ field: 'kind', msg: '不在字典中，请从列表中选择' });
  }

  const duplicate = (existing: Station | null) =>
    new AppError('conflict', duplicateText, { errors: [{ field: 'code', msg: duplicateText }], existing });

  /** Whether a station beyond the caller's sight has a number: told so often an hour, and traced (S95). */
  const isUnseen = (scope: Scope, code: string) =>
    db.scoped(scope, async (tx) => {
      if (seesAll(scope) || (await store.findByCode(tx, code))) return false;
      const wide = systemScope('station code', scope.tenantId, scope);
      const holder = await db.scoped(wide, (apart) => store.findByCode(apart, code), { readOnly: true });
      const what = { call: 'station.findByCode', objectType: 'station', note: code } as const;
      return lookups.tells(tx, what, holder !== undefined);
    });

  /** A number that another station has is told at its field; the other row comes along when it is in sight. */
  async function explained<T>(scope: Scope, code: string | undefined, work: () => Promise<T>): Promise<T> {
    if (code !== undefined && (await isUnseen(scope, code))) throw duplicate(null);
    try {
      return await work();
    } catch (error) {
      if (brokenConstraint(error) !== 'station_code_key' || code === undefined) throw error;
      const existing = await db.scoped(scope, async (tx) => {
        const row = await store.findByCode(tx, code);
        return row ? presentOne(tx, row) : null;
      });
      throw duplicate(existing);
    }
  }

  return {
    /** How many stations carry a value of a dictionary. */
    countWith: (tx: Tx, type: string, value: string): Promise<number> =>
      type === 'stationKind' ? store.countOfKind(tx, value) : Promise.resolve(0),
    /** Whether an enterprise has any. */
    standAt: (tx: Tx, enterpriseId: string): Promise<boolean> => store.standAt(tx, enterpriseId),
    page: (scope: Scope, { filter, sort, page, size }: PageInput<StationFilter, StationSort>): Promise<Page<Station>> =>
      db.scoped(
        scope,
        async (tx) => {
          const { rows, ...counted } = await store.page(tx, filter, sort, size, (page - 1) * size);
          return { rows: await present(tx, rows), ...counted, page, size };
        },
        { readOnly: true },
      ),
    get: (scope: Scope, { id }: { id: string }): Promise<Station> =>
      db.scoped(scope, async (tx) => presentOne(tx, await store.findRow(tx, id)), { readOnly: true }),
    byEnterpriseCode: (scope: Scope, { code }: { code: string }): Promise<Station[]> =>
      db.scoped(
        scope,
        async (tx) => {
          const enterpriseId = await enterprises.idByCode(tx, code);
          return enterpriseId === null ? [] : present(tx, await store.rowsOfEnterprise(tx, enterpriseId));
        },
        { readOnly: true },
      ),
    async create(scope: Scope, { enterpriseId: named, ...given }: StationInput) {
      const enterpriseId = named ?? scope.enterpriseId;
      if (enterpriseId === null) throw invalid({ field: 'enterpriseId', msg: '请选择所属企业' });
      const fields = { ...withoutMask(given), status: given.status ?? 'enabled' };
      const { managerPhone } = fields;
      if (managerPhone === undefined) throw invalid({ field: 'managerPhone', msg: '请填写完整的负责人电话' });
      return explained(scope, fields.code, () =>
        db.scoped(scope, async (tx) => {
          await demandCodes(tx, fields);
          // A reference passes row security by: whoever does not see the enterprise may not name it (S25).
          const enterprise = (await enterprises.held(tx, [enterpriseId])).get(enterpriseId);
          if (!enterprise) throw invalid({ field: 'enterpriseId', msg: '没有这家企业，请重新选择' });
          if (enterprise.closed) throw invalid({ field: 'enterpriseId', msg: '已注销的企业不能新增场站' });
          const now = clock.now();
          const id = newId();
          await store.insertRow(tx, {
            ...columnsOf(fields),
            code: fields.code,
            name: fields.name,
            kind: fields.kind,
            region_code: fields.regionCode,
            address: fields.address,
            manager_name: fields.managerName,
            ...sealManager(await vault.of(tx), id, managerPhone),
            tenant_id: scope.tenantId,
            id,
            enterprise_id: enterpriseId,
            created_at: now,
            created_by: scope.userId,
            updated_at: now,
            updated_by: scope.userId,
          });
          await audit.record(tx, {
            call: 'station.create',
            objectType: 'station',
            objectId: id,
            enterpriseId,
            changes: changesOf({}, fields),
          });
          return { id, version: 1 };
        }),
      );
    },
    async update(scope: Scope, { id, version, ...given }: StationPatch) {
      const fields = withoutMask(given);
      return explained(scope, fields.code, () =>
        db.scoped(scope, async (tx) => {
          const row = await taken(tx, id, version);
          const { managerPhone } = fields;
          const own = managerPhone === undefined ? null : await vault.of(tx);
          const before = { ...fieldsOf(row), ...(own ? { managerPhone: openManager(own, row) } : {}) };
          const changes = changesOf(before, fields);
          await demandCodes(tx, Object.fromEntries(changes.map(({ field, after }) => [field, after])));
          const saved = await store.updateRow(tx, id, {
            ...columnsOf(fields),
            ...(own && managerPhone !== undefined ? sealManager(own, id, managerPhone) : {}),
            updated_at: clock.now(),
            updated_by: scope.userId,
          });
          await audit.record(tx, {
            call: 'station.update',
            objectType: 'station',
            objectId: id,
            enterpriseId: row.enterprise_id,
            changes,
          });
          return { id, version: saved.version };
        }),
      );
    },
    remove: (scope: Scope, { id, version }: { id: string; version?: number | undefined }) =>
      db.scoped(scope, async (tx) => {
        const row = await taken(tx, id, version);
        const saved = await store.updateRow(tx, id, { removed_at: clock.now(), removed_by: scope.userId });
        await audit.record(tx, {
          call: 'station.remove',
          objectType: 'station',
          objectId: id,
          enterpriseId: row.enterprise_id,
          note: row.name,
        });
        return { id, version: saved.version };
      }),
    /** Gives all stations of one enterprise to another, as when the two are merged; answers how many. */
    async moveStations(tx: Tx, fromEnterpriseId: string, toEnterpriseId: string): Promise<number> {
      const change = { updated_at: clock.now(), updated_by: tx.scope.userId };
      const moved = await store.moveRows(tx, fromEnterpriseId, toEnterpriseId, change);
      await audit.recordAll(
        tx,
        moved.map(({ id, name }) => ({
          call: 'station.move',
          objectType: 'station',
          objectId: id,
          enterpriseId: toEnterpriseId,
          changes: [{ field: 'enterpriseId', before: fromEnterpriseId, after: toEnterpriseId }],
          note: name,
        })),
      );
      return moved.length;
    },
  };
}
