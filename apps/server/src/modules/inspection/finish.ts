// How an inspection ends: nothing left open, signed or refused, and what failed goes on as dangers and a notice.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { clauseOf, faultOf, lacking, tallyOf, type FoundItem } from '@anlan/contract/modules/checklist/item';
import { demandsRectification, type NoticeItem } from '@anlan/contract/modules/enforcement/resource';
import type { Inspector, Signature } from '@anlan/contract/modules/inspection/resource';
import { invalid } from '#kernel/errors.ts';

/** Days within which matters are put right where nobody said otherwise (⚙, general dangers). */
const usualDays = 7;

/** Refuses an inspection with items that still lack something; `forOrder`: what fails goes out as a notice. */
export function checkItems(items: readonly FoundItem[], forOrder: boolean): void {
  if (items.length === 0) throw invalid({ field: 'items', msg: '还没有检查项，请先添加现场发现的问题' });
  const open = items.flatMap((found, at) => {
    const why = lacking(found, forOrder);
    return why === null ? [] : [{ at: at + 1, why }];
  });
  const [first] = open;
  if (first) throw invalid({ field: 'items', msg: `第 ${first.at} 项${first.why}，共有 ${open.length} 项未完成` });
}

/** Refuses an order about items without a legal basis. */
export function checkBasis(items: readonly FoundItem[], kind: string): void {
  if (!demandsRectification(kind)) return;
  const baseless = items.flatMap((found, at) => (found.result === 'fail' && clauseOf(found) === null ? [at + 1] : []));
  if (baseless.length > 0)
    throw invalid({
      field: 'items',
      msg: `第 ${baseless.join('、')} 项没有法律依据，请在该项填写法律依据，或改用提醒函`,
    });
}

/** Refuses signatures that are missing: everybody who inspects signs; the enterprise signs or its refusal is recorded (art. 68). */
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

/** The last day for what is to be put right. */
export function dueDay(given: string | null | undefined, now: Date): string {
  const today = dayOf(now);
  if (!given) return addDays(today, usualDays);
  if (given < today) throw invalid({ field: 'dueOn', msg: '整改期限不能早于今天' });
  return given;
}

/** What failed, as matters of a notice: what is wrong, and by which legal basis. */
export const mattersOf = (items: readonly FoundItem[]): NoticeItem[] =>
  items
    .filter(({ result }) => result === 'fail')
    .map((found) => ({
      key: found.item.key,
      text: factOf(found),
      clause: clauseOf(found),
      photos: found.photos,
      dangerId: found.dangerId,
    }));

/** What was found, in one sentence; a self-inspection may show it by photos alone. */
export const factOf = (found: FoundItem): string => faultOf(found) ?? `${found.item.text}不符合要求`;

/** The counts that a finished inspection keeps. */
export const countsOf = (items: readonly FoundItem[]) => {
  const { total, done, fail } = tallyOf(items);
  return { itemCount: total, doneCount: done, failCount: fail };
};
