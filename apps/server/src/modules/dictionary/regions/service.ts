import type { Region } from '@anlan/contract/domain/dictionary';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import type { OwnRegion, OwnRegionInput, OwnRegionPatch, OwnRegionSort } from '@anlan/contract/domain/region';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { brokenConstraint, type Db, type Tx } from '#platform/db/index.ts';
import { initials } from '#platform/pinyin/index.ts';
import { abilitiesOf, nextCode, pathBelow, townName, type OwnRegionFilter } from './rules.ts';
import * as store from './store.ts';

/** What a change of a field was, for the trace. */
interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

/** What streets and grids lean on; the rooms behind these ports stand above this one. */
export interface RegionDeps {
  db: Db;
  /** Leaves the trace of a change. */
  audit: {
    record(
      tx: Tx,
      entry: { call: string; objectType: string; objectId: string; changes?: Change[]; note?: string },
    ): Promise<unknown>;
  };
  /** Who stands in streets and grids. */
  standing: {
    standsIn(tx: Tx, code: string): Promise<boolean>;
    townRenamed(tx: Tx, code: string, name: string): Promise<void>;
  };
}

const duplicateText = '代码已存在';

/** Streets and grids that a tenant's administrators keep below the divisions of GB/T 2260. */
export function createOwnRegions({ db, audit, standing }: RegionDeps) {
  const present = (scope: Scope, row: store.OwnRow): OwnRegion => ({
    code: row.code,
    version: row.version,
    abilities: abilitiesOf(scope, row),
    name: row.name,
    level: row.level,
    parent: row.parent ?? '',
    path: row.path,
    pinyin: row.pinyin,
    leaf: Boolean(row.childless),
    enabled: row.enabled,
  });

  /** What the new one stands below: a district of the standard, or a street of the tenant's own. */
  async function demandUpper(tx: Tx, parent: string): Promise<store.RegionRow> {
    const upper = await (parent.length === 6 ? store.districtRow(tx, parent) : store.keepOwn(tx, parent));
    if (!upper) throw invalid({ field: 'parent', msg: '没有这个上级，请从列表中选择区县或街道' });
    if (!upper.enabled) throw invalid({ field: 'parent', msg: `“${upper.name}”已停用，请先启用` });
    return upper;
  }

  async function proposed(tx: Tx, parent: string): Promise<string> {
    const taken = (await store.ownBelow(tx, parent)).map(({ code }) => code);
    const code = nextCode(parent, taken);
    if (code === null) throw invalid({ field: 'parent', msg: '代码已用完，不能再添加' });
    return code;
  }

  async function demandFreeName(tx: Tx, parent: string, name: string, own: string | null) {
    const same = (await store.ownBelow(tx, parent)).find((row) => row.name === name && row.code !== own);
    if (same) throw invalid({ field: 'name', msg: `已有同名的${same.level === 4 ? '街道' : '网格'}（${same.code}）` });
  }

  async function taken(tx: Tx, code: string, version: number | undefined): Promise<store.RegionRow> {
    const row = await store.takeOwn(tx, code);
    if (!row) throw new AppError('notFound');
    if (version !== undefined && version !== row.version) {
      const current = await store.ownRow(tx, code);
      throw new AppError('conflict', undefined, { current: current ? present(tx.scope, current) : null });
    }
    return row;
  }

  const insert = async (scope: Scope, { parent, name, code: given }: OwnRegionInput, pinyin: string) =>
    db.scoped(scope, async (tx) => {
      const upper = await demandUpper(tx, parent);
      if (given !== undefined && (!given.startsWith(parent) || given.length !== parent.length + 3))
        throw invalid({ field: 'code', msg: `代码应为上级代码 ${parent} 加三位数字` });
      await demandFreeName(tx, parent, name, null);
      const code = given ?? (await proposed(tx, parent));
      await store.insertOwn(tx, {
        tenant_id: scope.tenantId,
        code,
        name,
        parent,
        level: parent.length === 6 ? 4 : 5,
        leaf: true,
        pinyin,
        path: pathBelow(upper.path, name),
      });
      await audit.record(tx, {
        call: 'dictionary.regionCreate',
        objectType: 'region',
        objectId: code,
        changes: [{ field: 'name', before: null, after: name }],
      });
      return { code, version: 1 };
    });

  /** Writes the new name into the full names below and to whoever stands there. */
  async function renamed(tx: Tx, row: store.RegionRow, name: string) {
    const upper = row.path.slice(0, row.path.lastIndexOf(' / '));
    const path = pathBelow(upper, name);
    await standing.townRenamed(tx, row.code, townName(path, row.level));
    for (const grid of row.level === 4 ? await store.ownBelow(tx, row.code) : []) {
      const below = pathBelow(path, grid.name);
      await store.updateOwn(tx, grid.code, { path: below });
      await standing.townRenamed(tx, grid.code, townName(below, grid.level));
    }
    return path;
  }

  return {
    regionTowns: (scope: Scope, asked: { parent?: string | undefined; q?: string | undefined }): Promise<Region[]> =>
      db.scoped(
        scope,
        async (tx) =>
          (await store.offered(tx, asked)).map(({ code, name, level, path, childless }) => ({
            code,
            name,
            level,
            path,
            leaf: Boolean(childless),
          })),
        { readOnly: true },
      ),
    regionPage: (
      scope: Scope,
      { filter, sort, page, size }: PageInput<OwnRegionFilter, OwnRegionSort>,
    ): Promise<Page<OwnRegion>> =>
      db.scoped(
        scope,
        async (tx) => {
          const rows = await store.ownPage(tx, filter, sort, size, (page - 1) * size);
          const total = await store.ownCount(tx, filter);
          return { rows: rows.map((row) => present(scope, row)), total, page, size };
        },
        { readOnly: true },
      ),
    regionNext: (scope: Scope, { parent }: { parent: string }) =>
      db.scoped(scope, async (tx) => {
        await demandUpper(tx, parent);
        return { code: await proposed(tx, parent) };
      }),
    async regionCreate(scope: Scope, input: OwnRegionInput) {
      const pinyin = await initials(input.name);
      for (let attempt = 1; ; attempt++)
        try {
          return await insert(scope, input, pinyin);
        } catch (error) {
          if (brokenConstraint(error) !== 'region_pkey') throw error;
          // Somebody took the proposed code meanwhile: the next one is as good, one that was typed is not.
          if (input.code !== undefined) throw invalid({ field: 'code', msg: duplicateText });
          if (attempt >= 5) throw new AppError('unavailable');
        }
    },
    async regionUpdate(scope: Scope, { code, version, name, enabled }: OwnRegionPatch) {
      const pinyin = name === undefined ? undefined : await initials(name);
      return db.scoped(scope, async (tx) => {
        const row = await taken(tx, code, version);
        const isRenamed = name !== undefined && name !== row.name;
        if (isRenamed) await demandFreeName(tx, row.parent ?? '', name, code);
        const path = isRenamed ? await renamed(tx, row, name) : row.path;
        const saved = await store.updateOwn(tx, code, {
          path,
          ...(name === undefined ? {} : { name, pinyin }),
          ...(enabled === undefined ? {} : { enabled }),
        });
        const changes: Change[] = [];
        if (isRenamed) changes.push({ field: 'name', before: row.name, after: name });
        if (enabled !== undefined && enabled !== row.enabled)
          changes.push({ field: 'enabled', before: row.enabled, after: enabled });
        await audit.record(tx, { call: 'dictionary.regionUpdate', objectType: 'region', objectId: code, changes });
        return { code, version: saved.version };
      });
    },
    regionRemove: (scope: Scope, { code, version }: { code: string; version?: number | undefined }) =>
      db.scoped(scope, async (tx) => {
        const row = await taken(tx, code, version);
        if ((await store.ownBelow(tx, code)).length > 0)
          throw new AppError('invalid', `“${row.name}”下还有网格，请先删除网格`);
        if (await standing.standsIn(tx, code))
          throw new AppError('invalid', `已有企业在“${row.name}”，不能删除，可以改为停用`);
        await store.deleteOwn(tx, code);
        await audit.record(tx, {
          call: 'dictionary.regionRemove',
          objectType: 'region',
          objectId: code,
          note: row.path,
        });
        return { code, version: row.version };
      }),
  };
}
