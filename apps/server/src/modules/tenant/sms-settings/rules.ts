import type { Change } from '@anlan/contract/domain/field-change';
import type { UnitSms } from '@anlan/contract/domain/message-template';

const lines = (unit: UnitSms | null) =>
  Object.entries(unit?.templates ?? {})
    .map(([template, id]) => `${template}=${id}`)
    .sort();

export function unitSmsChanges(before: UnitSms | null, after: UnitSms | null): Change[] {
  const changes: Change[] = [];
  if (before?.signName !== after?.signName)
    changes.push({ field: 'smsSignName', before: before?.signName ?? null, after: after?.signName ?? null });
  const [was, is] = [lines(before), lines(after)];
  if (was.join() !== is.join()) changes.push({ field: 'smsTemplates', before: was, after: is });
  return changes;
}
