// Finishes an inspection: all items are complete, signatures or refusals are recorded, and failed items become dangers
// and a notice.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import {
  clauseOf,
  describeFault,
  findMissingInput,
  countResults,
  type AnsweredItem,
} from '@anlan/contract/modules/checklist/check-item';
import { requiresRectification, type NoticeItem } from '@anlan/contract/modules/enforcement/resource';
import type { Inspector, Signature } from '@anlan/contract/modules/inspection/resource';
import { invalid } from '#kernel/errors.ts';

const usualDays = 7;

/** Throws if an item is incomplete. `forOrder`: failed items become items of a notice, which needs more fields. */
export function checkItems(items: readonly AnsweredItem[], forOrder: boolean): void {
  if (items.length === 0) throw invalid({ field: 'items', msg: '还没有检查项，请先添加现场发现的问题' });
  const open = items.flatMap((foundItem, at) => {
    const why = findMissingInput(foundItem, forOrder);
    return why === null ? [] : [{ at: at + 1, why }];
  });
  const [first] = open;
  if (first) throw invalid({ field: 'items', msg: `第 ${first.at} 项${first.why}，共有 ${open.length} 项未完成` });
}

export function checkBasis(items: readonly AnsweredItem[], kind: string): void {
  if (!requiresRectification(kind)) return;
  const baseless = items.flatMap((foundItem, at) =>
    foundItem.result === 'fail' && clauseOf(foundItem) === null ? [at + 1] : [],
  );
  if (baseless.length > 0)
    throw invalid({
      field: 'items',
      msg: `第 ${baseless.join('、')} 项没有法律依据，请在该项填写法律依据，或改用提醒函`,
    });
}

/** Throws if a signature is missing. All inspectors sign; the enterprise signs or its refusal is recorded (art. 68). */
export function checkSignatures(
  source: string,
  inspectors: readonly Inspector[],
  signatures: readonly Signature[],
): void {
  const refuse = (msg: string) => invalid({ field: 'signatures', msg });
  for (const one of signatures) {
    const isRefused = (one.refused ?? '') !== '';
    if (one.file === null && !isRefused) throw refuse(`请${one.name}签名`);
    if (isRefused && one.role === 'inspector') throw refuse('检查人员必须签名');
    if (isRefused && one.file !== null) throw refuse('已签名的不能同时记为拒绝签名');
  }
  if (new Set(signatures.map(({ role, name }) => `${role} ${name}`)).size < signatures.length)
    throw refuse('同一个人只签一次名');
  const by = (role: Signature['role']) => signatures.filter((one) => one.role === role);
  const invented = by('inspector').find((one) => !inspectors.some(({ name }) => name === one.name));
  if (invented) throw refuse(`${invented.name}不是这次检查的检查人员，不能以检查人员身份签名`);
  const signed = new Set(by('inspector').map(({ name }) => name));
  const missing = inspectors.filter(({ name }) => !signed.has(name));
  if (source === 'regulator' && missing.length > 0)
    throw refuse(`请检查人员签名：${missing.map(({ name }) => name).join('、')}`);
  if (source === 'self' && signed.size === 0) throw refuse('请检查人员签名');
  if (source === 'regulator' && by('party').length === 0) throw refuse('请被检查单位负责人签名，拒绝签名的请注明原因');
}

export function dueDay(givenDay: string | null | undefined, now: Date): string {
  const today = dayOf(now);
  if (!givenDay) return addDays(today, usualDays);
  if (givenDay < today) throw invalid({ field: 'dueOn', msg: '整改期限不能早于今天' });
  return givenDay;
}

/** Items for a notice: the failed items with their legal basis. */
export const mattersOf = (items: readonly AnsweredItem[]): NoticeItem[] =>
  items
    .filter(({ result }) => result === 'fail')
    .map((foundItem) => ({
      key: foundItem.item.key,
      text: factOf(foundItem),
      clause: clauseOf(foundItem),
      photos: foundItem.photos,
      dangerId: foundItem.dangerId,
    }));

/** Text of the failure. A self-inspection may have only photos; then the requirement is the text. */
export const factOf = (foundItem: AnsweredItem): string =>
  describeFault(foundItem) ?? `${foundItem.item.text}不符合要求`;

export const countsOf = (items: readonly AnsweredItem[]) => {
  const { total, done, fail } = countResults(items);
  return { itemCount: total, doneCount: done, failCount: fail };
};
