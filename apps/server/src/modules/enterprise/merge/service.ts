import type { DuplicateGroup, DuplicateKind, MergeInput } from '@anlan/contract/modules/enterprise/merge';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Needs } from '../deps.ts';
import type { LifecycleEvents } from '../lifecycle/events.ts';
import type { Mover } from '../lifecycle/service.ts';
import type { Parents } from '../parent/service.ts';
import { moveChildren } from '../parent/store.ts';
import { changesOf, entryOf, fileOf } from '../present.ts';
import { openPhones } from '../encrypted-phones.ts';
import type { Visibility } from '../visibility.ts';
import { rowsByIds, takeRow } from '../store.ts';
import { earlier, mergeGroups, mergeProblem, parentAfter, reasonsOf, takenOver, unknownField } from './rules.ts';
import { groupsBy } from './store.ts';

/** Maximum groups per kind of duplicate. */
const mostGroups = 1_000;
const rowsShown = 6;
const allKinds: DuplicateKind[] = ['name', 'people', 'place'];

export function createMerging(
  { db, clock, audit, files, users, vault }: Needs<'db' | 'clock' | 'audit' | 'files' | 'users' | 'vault'>,
  mover: Mover,
  visibility: Visibility,
  { holdTree, childrenOf, requireParent: demandParent, demandMergeable }: Parents,
  { merging }: Pick<LifecycleEvents, 'merging'>,
) {
  /** Reads both rows and locks them in id order, so that two merges cannot deadlock. */
  async function takeBoth(tx: Tx, { keepId, dropId }: MergeInput) {
    const [first, second] = keepId < dropId ? [keepId, dropId] : [dropId, keepId];
    const one = await visibility.visible(tx, first, takeRow);
    const other = first === second ? one : await visibility.visible(tx, second, takeRow);
    return keepId === first ? { keep: one, drop: other } : { keep: other, drop: one };
  }

  return {
    async duplicates(
      scope: Scope,
      { filter, page, size }: PageInput<{ kind?: DuplicateKind | undefined; id?: string | undefined }>,
    ): Promise<Page<DuplicateGroup>> {
      return db.scoped(
        scope,
        async (tx) => {
          const { kind, id: among } = filter;
          const foundGroups = [];
          let more = false;
          for (const each of kind === undefined ? allKinds : [kind]) {
            const groups = await groupsBy(tx, each, { limit: mostGroups + 1, rowsShown, among });
            more ||= groups.length > mostGroups;
            foundGroups.push(...groups.slice(0, mostGroups));
          }
          const all = mergeGroups(foundGroups);
          const shown = all.slice((page - 1) * size, page * size);
          const rows = await rowsByIds(
            tx,
            shown.flatMap(({ ids }) => ids),
          );
          const byId = new Map((await visibility.present(tx, rows)).map((row) => [row.id, row]));
          return {
            rows: shown.map(({ key, kinds, count, ids }) => {
              const enterprises = ids.flatMap((id) => byId.get(id) ?? []);
              const names = enterprises.map(({ name }) => name);
              return { key, reasons: reasonsOf(kinds, names), count, enterprises };
            }),
            total: all.length,
            ...(more ? { totalIsEstimate: true as const } : {}),
            page,
            size,
          };
        },
        { readOnly: true },
      );
    },

    merge: (scope: Scope, input: MergeInput) =>
      db.scoped(scope, async (tx) => {
        await holdTree(tx);
        const { keep, drop } = await takeBoth(tx, input);
        const problem = mergeProblem(keep, drop);
        if (problem !== null) throw new AppError('invalid', problem);
        await visibility.requireVersion(tx, keep, input.keepVersion);
        await visibility.requireVersion(tx, drop, input.dropVersion);
        const selection = input.fields ?? {};
        const unknown = unknownField(selection);
        if (unknown !== undefined) throw invalid({ field: 'fields', msg: '没有这个字段，请重新选择' });
        // Refuse the merge: subsidiaries outside the caller's scope cannot be moved and would remain below a closed
        // enterprise.
        if ((await childrenOf(tx, drop.id)).hasOthers)
          throw new AppError('invalid', `“${drop.name}”还有您数据范围以外的下级企业，请由数据范围更大的管理员合并`);
        // Close this enterprise first, because only one open enterprise may have a credit code.
        await mover.move(tx, drop, 'closed', {
          note: `合并入“${keep.name}”`,
          details: { reason: 'merged', other: { id: keep.id, name: keep.name } },
          mergedInto: keep.id,
        });
        // Move the children before the remaining enterprise is updated. That enterprise may be one of the children,
        // so its version is read afterwards.
        const children = await moveChildren(tx, drop.id, keep.id, clock.now());
        const dropped = { ...fileOf(drop), ...openPhones(await vault.of(tx), drop) };
        const after = takenOver(dropped, { keep, drop }, selection);
        const parentId = parentAfter({ keep, drop }, selection);
        if (parentId !== keep.parent_id) await demandParent(tx, parentId);
        await demandMergeable(tx, keep, drop.id, parentId);
        await files.handOver(tx, drop.id, keep.id);
        if (selection['licence'] === 'drop' && drop.licence !== keep.licence)
          await files.detach(tx, keep.licence, 'licence');
        await users.rebind(tx, drop.id, keep.id);
        for (const listener of merging) await listener(tx, { keepId: keep.id, dropId: drop.id });
        const { auditId, ...saved } = await mover.change(tx, keep, 'absorb', after, {
          columns: { first_signed_in_at: earlier(keep.first_signed_in_at, drop.first_signed_in_at) },
          note: `并入了“${drop.name}”（${drop.credit_code}）`,
        });
        await audit.recordAll(
          tx,
          children
            .filter((id) => id !== keep.id)
            .map((id) =>
              entryOf('update', id, {
                parentId: auditId,
                note: `上级企业“${drop.name}”已合并`,
                changes: changesOf({ parentId: drop.id }, { parentId: keep.id }),
              }),
            ),
        );
        return saved;
      }),
  };
}
