// Hooks of certificates: additional checks, and effects of changes.
import { certificate } from '@anlan/contract/modules/certificate/resource';
import { dayOf, daysBetween } from '@anlan/contract/domain/instant';
import type { StoredFile } from '@anlan/contract/kit/field';
import type { employee } from '@anlan/contract/modules/staff/resource';
import { invalid } from '#kernel/errors.ts';
import { updateExpiryLedger } from '#kit/expiry-store.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Hooks } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Caller } from '../staff/index.ts';
import { cycleOf, daysProblem, reviewOf } from './rules.ts';
import { enterprisesOf, isTaken, ofLeavers, onlyId } from './store.ts';

type CertificateRow = RowOf<typeof certificate>;

export interface CertificateDeps {
  kit: ModuleKit;
  staff: {
    postsOf: (tx: Tx) => Promise<Caller | null>;
    employee: (tx: Tx, id: string) => Promise<RowOf<typeof employee> | undefined>;
  };
}

const keepersText = '只有主要负责人和安全管理人员可以维护人员证件';
const textOr = <T>(value: unknown, other: T): string | T => (typeof value === 'string' ? value : other);
// The value is an array of files: it was validated by the schema or comes from the row.
const filesOf = (value: unknown): readonly StoredFile[] => (Array.isArray(value) ? (value as StoredFile[]) : []);
const mayEdit = (caller: Caller | null) =>
  caller === null || caller.posts.has('head') || caller.posts.has('safetyManager');
const isOwn = (row: CertificateRow, caller: Caller | null) =>
  caller?.employeeId !== null && row.employeeId === caller?.employeeId;

export function createHooks({ kit, staff }: CertificateDeps): Hooks<typeof certificate, Caller | null> {
  const { clock, events, dictionaries } = kit;
  const today = () => dayOf(clock.now());

  async function changed(tx: Tx, ids: readonly string[]): Promise<void> {
    const gone = await ofLeavers(tx, ids);
    await updateExpiryLedger(tx, events, certificate, ids, (row) => {
      const { item, reviewItem } = cycleOf(row.kind);
      const counts = ['submitted', 'verified'].includes(row.status) && !gone.has(row.id);
      const itemName = row.name.split(' ')[0] ?? '';
      const date = (itemType: string | null, value: string | null) =>
        itemType === null ? [] : [{ itemType, itemName, validTo: counts ? value : null }];
      return [...date(item, row.validTo), ...date(reviewItem, row.nextReviewOn)];
    });
    await kit.refreshTodos(tx, 'certificate', ids);
    await events.emit(tx, 'certificate.changed', { ids, enterpriseIds: await enterprisesOf(tx, ids) });
  }

  async function nameOf(tx: Tx, kind: string, holder: string): Promise<string> {
    const items = await dictionaries.itemsOf(tx, 'certificateKind');
    return `${holder} ${items.find((item) => item.value === kind)?.label ?? ''}`.trim();
  }

  function demandDays(days: Parameters<typeof daysProblem>[0]): void {
    const problem = daysProblem(days, today());
    if (problem) throw invalid(problem);
  }
  async function demandNumber(tx: Tx, kind: string, certNo: string, id: string | null): Promise<void> {
    if (await isTaken(tx, kind, certNo, id))
      throw invalid({ field: 'certNo', msg: '这个证号已经登记过，请核对后填写' });
  }
  function demandCategory(kind: string, category: unknown): void {
    if (kind === 'operator' && !category) throw invalid({ field: 'category', msg: '特种作业操作证请选择作业类别' });
  }

  return {
    reads: (tx) => staff.postsOf(tx),
    conditions: (_tx, { id }) => onlyId(id),
    frozen: (row) => (row.status === 'voided' ? '已作废的证件不能修改' : null),
    mayChange: (_verb, _row, _scope, caller) => mayEdit(caller),
    // An expired certificate cannot be removed. It is voided with a reason, so that it remains in the list and the
    // history.
    refusalOf: (act, row) =>
      act === 'remove' && row.validTo < today() ? '已过期的证件不能删除；不再使用的，请作废并写明原因' : null,
    mayMove: (move, row, _scope, caller) => (move === 'submit' ? isOwn(row, caller) : mayEdit(caller)),
    async createRefusal(tx) {
      const caller = await staff.postsOf(tx);
      return mayEdit(caller) || caller?.employeeId ? null : keepersText;
    },
    async beforeCreate(tx, input) {
      const caller = await staff.postsOf(tx);
      const isSelf = caller !== null && caller.employeeId === input.employeeId;
      if (!mayEdit(caller) && !isSelf)
        throw invalid({ field: 'employeeId', msg: `您只能登记本人的证件；${keepersText}` });
      const holder = await staff.employee(tx, input.employeeId);
      if (!holder || holder.enterpriseId !== input.enterpriseId)
        throw invalid({ field: 'employeeId', msg: '持证人不是所属企业的人员，请重新选择' });
      if (holder.status === 'left') throw invalid({ field: 'employeeId', msg: '持证人已离职' });
      demandDays(input);
      demandCategory(input.kind, input.category);
      await demandNumber(tx, input.kind, input.certNo, null);
      return {
        name: await nameOf(tx, input.kind, holder.name),
        nextReviewOn: reviewOf(input.kind, input.issuedOn, input.validTo, input.nextReviewOn ?? null),
        ...(mayEdit(caller) ? {} : { source: 'self', status: 'submitted' }),
      };
    },
    async beforeUpdate(tx, row, patch) {
      const kind = row.kind;
      const issuedOn = patch.issuedOn ?? row.issuedOn;
      const validTo = patch.validTo ?? row.validTo;
      demandDays({ ...patch, issuedOn, validTo });
      if (patch.category !== undefined) demandCategory(kind, patch.category);
      if (patch.certNo !== undefined) await demandNumber(tx, kind, patch.certNo, row.id);
      if (patch.nextReviewOn === undefined) return;
      return { nextReviewOn: reviewOf(kind, issuedOn, validTo, patch.nextReviewOn) };
    },
    async beforeMove(tx, move, row, input) {
      if (move === 'return' || move === 'void') return { returnReason: input['reason'] };
      if (move === 'verify') return { returnReason: null };
      const [issuedOn, validTo] = [String(input['issuedOn']), String(input['validTo'])];
      demandDays({ issuedOn, validTo });
      const isRedone = row.status === 'returned' || row.status === 'submitted';
      if (!isRedone && validTo <= row.validTo)
        throw invalid({ field: 'validTo', msg: `新的有效期应晚于原有效期 ${row.validTo}` });
      const kind = row.kind;
      if (move === 'submit') await demandNumber(tx, kind, String(input['certNo']), row.id);
      return {
        nextReviewOn: reviewOf(kind, issuedOn, validTo, textOr(input['nextReviewOn'], null)),
        scan: input['files'],
        past: [...filesOf(row.past), ...filesOf(row.scan)].slice(-60),
        source: move === 'submit' ? 'self' : 'keeper',
        returnReason: null,
        edition: row.edition + 1,
      };
    },
    saved: changed,
    moved: (tx, _move, row) => changed(tx, [row.id]),
    compute: (_tx, rows) =>
      Promise.resolve(
        new Map(
          rows.map((row) => {
            const [validTo, review] = [row.validTo, textOr(row.nextReviewOn, null)];
            const dueOn = review !== null && review < validTo ? review : validTo;
            return [row.id, { dueOn, leftDays: daysBetween(today(), dueOn) }];
          }),
        ),
      ),
  };
}
