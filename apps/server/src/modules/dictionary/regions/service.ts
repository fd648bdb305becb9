import type { Region } from '@anlan/contract/modules/dictionary/dictionary';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import type {
  OwnRegion,
  OwnRegionInput,
  OwnRegionPatch,
  OwnRegionSort,
} from '@anlan/contract/modules/dictionary/region';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { brokenConstraint, type Db, type Tx } from '#platform/db/index.ts';
import { initials } from '#platform/pinyin/index.ts';
import { abilitiesOf, isOverseenBy, nextCode, pathBelow, townName, type OwnRegionFilter } from './rules.ts';
import * as store from './store.ts';

interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

/** Dependencies, including functions of modules above this one. */
export interface RegionDeps {
  db: Db;
  audit: {
    record(
      tx: Tx,
      entry: { call: string; objectType: string; objectId: string; changes?: Change[]; note?: string },
    ): Promise<string>;
  };
  standing: {
    standsIn(tx: Tx, code: string): Promise<boolean>;
    /** Child codes that enterprise rows use, even if no such street or grid exists. */
    townsCarried(tx: Tx, parent: string): Promise<string[]>;
    townRenamed(tx: Tx, town: ChangedTown): Promise<void>;
    townRemoved(tx: Tx, town: GoneTown): Promise<void>;
  };
  /** Names of roles with this street or grid in their scope. While such a role exists, the code must not be reused. */
  roles: { rolesChoosing(tx: Tx, code: string): Promise<string[]> };
  organs: { organsAt(tx: Tx, code: string): Promise<string[]> };
  announcements: { titleAt(tx: Tx, code: string): Promise<string | undefined> };
}

/** A changed street or grid: code, address text and audit row. */
export interface ChangedTown {
  code: string;
  name: string;
  auditId: string;
}

export interface GoneTown extends ChangedTown {
  upper: { code: string; name: string } | null;
}

const duplicateText = '代码已存在';
const outsideText = '该街道或网格不在您的数据范围内，不能修改';

/** Editing of a tenant's streets and grids, which are below the GB/T 2260 divisions. */
export function createOwnRegions({ db, audit, standing, roles, organs, announcements }: RegionDeps) {
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

  /** The parent division: a GB/T 2260 district, or a street of the tenant. Throws for any other code. */
  async function requireParent(tx: Tx, parent: string): Promise<store.RegionRow> {
    const upper = await (parent.length === 6 ? store.districtRow(tx, parent) : store.lockAgainstRemoval(tx, parent));
    if (!upper) throw invalid({ field: 'parent', msg: '没有这个上级，请从列表中选择区县或街道' });
    if (!upper.enabled) throw invalid({ field: 'parent', msg: `“${upper.name}”已停用，请先启用` });
    // Codes decide visibility, so nobody changes regions outside their scope (S32).
    if (!isOverseenBy(tx.scope, parent))
      throw invalid({ field: 'parent', msg: '不在您的数据范围内，请选择所辖区域内的区县或街道' });
    return upper;
  }

  async function proposed(tx: Tx, parent: string): Promise<string> {
    const existingCodes = (await store.ownBelow(tx, parent)).map(({ code }) => code);
    // Skip codes that imported enterprises already use. Otherwise these enterprises would belong to the new street.
    const code = nextCode(parent, [...existingCodes, ...(await standing.townsCarried(tx, parent))]);
    if (code === null) throw invalid({ field: 'parent', msg: '代码已用完，不能再添加' });
    return code;
  }

  async function demandFreeName(tx: Tx, parent: string, name: string, own: string | null) {
    const same = (await store.ownBelow(tx, parent)).find((row) => row.name === name && row.code !== own);
    if (same) throw invalid({ field: 'name', msg: `已有同名的${same.level === 4 ? '街道' : '网格'}（${same.code}）` });
  }

  async function lockTown(tx: Tx, code: string, version: number | undefined): Promise<store.RegionRow> {
    const row = await store.takeOwn(tx, code);
    if (!row) throw new AppError('notFound');
    if (version !== undefined && version !== row.version) {
      const current = await store.ownRow(tx, code);
      throw new AppError('conflict', undefined, { current: current ? present(tx.scope, current) : null });
    }
    return row;
  }

  const insert = async (scope: Scope, { parent, name, code: requestedCode }: OwnRegionInput, pinyin: string) =>
    db.scoped(scope, async (tx) => {
      const upper = await requireParent(tx, parent);
      if (
        requestedCode !== undefined &&
        (!requestedCode.startsWith(parent) || requestedCode.length !== parent.length + 3)
      )
        throw invalid({ field: 'code', msg: `代码应为上级代码 ${parent} 加三位数字` });
      await demandFreeName(tx, parent, name, null);
      const code = requestedCode ?? (await proposed(tx, parent));
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
      const path = pathBelow(upper.path, name);
      const auditId = await audit.record(tx, {
        call: 'dictionary.regionCreate',
        objectType: 'region',
        objectId: code,
        note: path,
        changes: [{ field: 'name', before: null, after: name }],
      });
      // Imported enterprises that already have this code now belong to the new street.
      await standing.townRenamed(tx, { code, name: townName(path, parent.length === 6 ? 4 : 5), auditId });
      return { code, version: 1 };
    });

  const pathNamed = (row: store.RegionRow, name: string) =>
    pathBelow(row.path.slice(0, row.path.lastIndexOf(' / ')), name);

  /** After a rename: updates the full names of the grids below and the address texts of enterprises. */
  async function renamed(tx: Tx, row: store.RegionRow, path: string, auditId: string) {
    await standing.townRenamed(tx, { code: row.code, name: townName(path, row.level), auditId });
    for (const grid of row.level === 4 ? await store.ownBelow(tx, row.code) : []) {
      const below = pathBelow(path, grid.name);
      await store.updateOwn(tx, grid.code, { path: below });
      await standing.townRenamed(tx, { code: grid.code, name: townName(below, grid.level), auditId });
    }
  }

  /**
   * Throws if a role or announcement refers to the street. Otherwise the next street with this code would inherit the
   * reference.
   */
  async function requireUnreferenced(tx: Tx, { code, name }: store.RegionRow) {
    const [role] = await roles.rolesChoosing(tx, code);
    if (role !== undefined)
      throw new AppError('invalid', `角色“${role}”的数据范围选了“${name}”，不能删除，可以改为停用`);
    const [organ] = await organs.organsAt(tx, code);
    if (organ !== undefined)
      throw new AppError('invalid', `机构“${organ}”的所辖区域是“${name}”，不能删除，可以改为停用`);
    const title = await announcements.titleAt(tx, code);
    if (title !== undefined)
      throw new AppError('invalid', `公告“${title}”的发布范围选了“${name}”，不能删除，可以改为停用`);
  }

  return {
    regionTowns: (
      scope: Scope,
      townFilter: { parent?: string | undefined; q?: string | undefined },
    ): Promise<Region[]> =>
      db.read(scope, async (tx) =>
        (await store.offered(tx, townFilter)).map(({ code, name, level, path, childless }) => ({
          code,
          name,
          level,
          path,
          leaf: Boolean(childless),
        })),
      ),
    regionPage: (
      scope: Scope,
      { filter, sort, page, size }: PageInput<OwnRegionFilter, OwnRegionSort>,
    ): Promise<Page<OwnRegion>> =>
      db.read(scope, async (tx) => {
        const rows = await store.ownPage(tx, filter, sort, size, (page - 1) * size);
        const total = await store.ownCount(tx, filter);
        return { rows: rows.map((row) => present(scope, row)), total, page, size };
      }),
    regionNext: (scope: Scope, { parent }: { parent: string }) =>
      db.scoped(scope, async (tx) => {
        await requireParent(tx, parent);
        return { code: await proposed(tx, parent) };
      }),
    async regionCreate(scope: Scope, input: OwnRegionInput) {
      const pinyin = await initials(input.name);
      for (let attempt = 1; ; attempt++)
        try {
          return await insert(scope, input, pinyin);
        } catch (error) {
          if (brokenConstraint(error) !== 'region_pkey') throw error;
          // A concurrent request used the proposed code: try the next one. A code typed by the user is never replaced.
          if (input.code !== undefined) throw invalid({ field: 'code', msg: duplicateText });
          if (attempt >= 5) throw new AppError('unavailable');
        }
    },
    async regionUpdate(scope: Scope, { code, version, name, enabled }: OwnRegionPatch) {
      const pinyin = name === undefined ? undefined : await initials(name);
      return db.scoped(scope, async (tx) => {
        const row = await lockTown(tx, code, version);
        if (!isOverseenBy(scope, code)) throw new AppError('denied', outsideText);
        const isRenamed = name !== undefined && name !== row.name;
        if (isRenamed) await demandFreeName(tx, row.parent ?? '', name, code);
        const path = isRenamed ? pathNamed(row, name) : row.path;
        const saved = await store.updateOwn(tx, code, {
          path,
          ...(name === undefined ? {} : { name, pinyin }),
          ...(enabled === undefined ? {} : { enabled }),
        });
        const changes: Change[] = [];
        if (isRenamed) changes.push({ field: 'name', before: row.name, after: name });
        if (enabled !== undefined && enabled !== row.enabled)
          changes.push({ field: 'enabled', before: row.enabled, after: enabled });
        const auditId = await audit.record(tx, {
          call: 'dictionary.regionUpdate',
          objectType: 'region',
          objectId: code,
          note: row.path,
          changes,
        });
        if (isRenamed) await renamed(tx, row, path, auditId);
        return { code, version: saved.version };
      });
    },
    regionRemove: (scope: Scope, { code, version }: { code: string; version?: number | undefined }) =>
      db.scoped(scope, async (tx) => {
        const row = await lockTown(tx, code, version);
        if (!isOverseenBy(scope, row.parent ?? code)) throw new AppError('denied', outsideText);
        if ((await store.ownBelow(tx, code)).length > 0)
          throw new AppError('invalid', `“${row.name}”下还有网格，请先删除网格`);
        if (await standing.standsIn(tx, code))
          throw new AppError('invalid', `已有企业在“${row.name}”，不能删除，可以改为停用`);
        await requireUnreferenced(tx, row);
        await store.deleteOwn(tx, code);
        const auditId = await audit.record(tx, {
          call: 'dictionary.regionRemove',
          objectType: 'region',
          objectId: code,
          note: row.path,
          changes: [{ field: 'name', before: row.name, after: null }],
        });
        const upper =
          row.level === 5 && row.parent !== null ? await store.lockAgainstRemoval(tx, row.parent) : undefined;
        await standing.townRemoved(tx, {
          code,
          name: townName(row.path, row.level),
          auditId,
          upper: upper ? { code: upper.code, name: townName(upper.path, upper.level) } : null,
        });
        return { code, version: row.version };
      }),
  };
}
