import type { enforcement } from '@anlan/contract/modules/enforcement/resource';
import type { RowOf } from '#kit/table.ts';
import type { OpenTask } from '#kit/todo.ts';

type EnforcementRow = RowOf<typeof enforcement>;

export const addressOf = (id: string) => `/bus/spot/index?id=${id}`;
export const pathOf = (row: EnforcementRow) => addressOf(row.id);
const momentOf = (value: unknown) => (value instanceof Date ? value : undefined);

/** To-dos of a notice by its state. The head also gets the to-do if the receipt was not confirmed after a day. */
export function wantedOf(row: EnforcementRow, headUserId: string | null): OpenTask[] {
  const subject = { type: 'enforcement', id: row.id };
  const title = row.title;
  const enterpriseId = row.enterpriseId;
  const of = { subject, path: pathOf(row), dueOn: typeof row.dueOn === 'string' ? row.dueOn : null };
  const enterprise = { userType: 'enterprise' as const, permit: 'bus:spot:reply' as const, enterpriseId };
  switch (row.status) {
    case 'issued': {
      const isLate = row.unreceivedAt !== null;
      return [
        {
          ...of,
          kind: 'enforcement',
          act: 'enforcement.receive',
          title: isLate ? `超过 24 小时未签收：${title}` : `签收执法通知：${title}`,
          since: momentOf(row.issuedAt),
          owner: isLate ? { ...enterprise, leadId: headUserId } : enterprise,
        },
      ];
    }
    case 'received':
      return [
        {
          ...of,
          kind: 'enforcement',
          act: 'enforcement.reply',
          title: `回复执法通知：${title}`,
          since: momentOf(row.receivedAt),
          owner: enterprise,
        },
      ];
    case 'replied':
      return [
        {
          ...of,
          kind: 'recheck',
          act: 'enforcement.close',
          title: `审核执法通知回复：${title}`,
          dueOn: null,
          since: momentOf(row.repliedAt),
          owner: {
            userType: 'regulator',
            permit: 'bus:spot:close',
            enterpriseId,
            leadId: typeof row.createdBy === 'string' ? row.createdBy : null,
          },
        },
      ];
    default:
      return [];
  }
}
