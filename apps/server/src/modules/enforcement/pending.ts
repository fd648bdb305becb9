import type { StoredRow } from '#kit/table.ts';
import type { Wanted } from '#kit/todo.ts';

/** The page of a notice. */
export const addressOf = (id: string) => `/bus/spot/index?id=${id}`;
/** The page of a stored notice. */
export const pathOf = (row: StoredRow) => addressOf(row.id);
const momentOf = (value: unknown) => (value instanceof Date ? value : undefined);

/** What a notice makes people do as it stands; heads are told first once a day has passed without a receipt. */
export function wantedOf(row: StoredRow, headUserId: string | null): Wanted[] {
  const subject = { type: 'enforcement', id: row.id };
  const title = String(row.title);
  const enterpriseId = String(row.enterpriseId);
  const of = { subject, path: pathOf(row), dueOn: typeof row.dueOn === 'string' ? row.dueOn : null };
  const enterprise = { userType: 'enterprise' as const, permit: 'bus:spot:reply' as const, enterpriseId };
  switch (row.status) {
    case 'issued': {
      const isLate = row.unreceivedAt !== null;
      return [
        {
          ...of,
          kind: 'enforcement',
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
