import { callName } from '@anlan/contract/labels';
import type { LogEntry } from '@anlan/contract/modules/audit/log';
import { sayAct } from '@anlan/contract/domain/sentence';
import { errors } from '@anlan/contract/errors';
import type { Wording } from '#kit/wording.ts';
import type { Tx } from '#platform/db/index.ts';
import type { AuditRow, ClientErrorRow } from './store.ts';

const changesOf = ({ changes }: AuditRow) => (typeof changes === 'string' ? [] : changes);

/** Why something was refused, by the code that was written down. */
const refusals: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(errors).map(([code, { text }]) => [code, text])),
  badCredentials: '用户名或密码错误',
  wrongWord: '锁屏密码错误',
  wrongCode: '验证码错误',
  reused: '令牌已用过，疑似被盗用',
  tokenInAddress: '令牌写在了地址里',
};

/** Lists whose views are kept, and fields that were revealed, stand in notes by their keys. */
function noteOf({ call, object_type: type, outcome, note }: AuditRow, wording: Wording): string | null {
  if (note === null) return null;
  if (outcome === 'failed') return Object.hasOwn(refusals, note) ? (refusals[note] ?? note) : note;
  const [, key = '', rest = ''] = /^([A-Za-z]+)([ ：].*)$/s.exec(note) ?? [];
  if (key === '') return note;
  if (call === 'audit.reveal') return `${wording.labelOf(type, key)}${rest}`;
  if (type === 'savedView') return `${wording.labelOfKind(key) ?? '列表'}${rest}`;
  return note;
}

/** Acts as the list shows them, those of a page at once. */
export async function presentActs(tx: Tx, rows: readonly AuditRow[], wording: Wording): Promise<LogEntry[]> {
  const worded = await wording.told(
    tx,
    rows.map((row) => ({ objectType: row.object_type, objectId: row.object_id, changes: changesOf(row) })),
  );
  return rows.map((row, index): LogEntry => {
    const { label = null, name = null, changes = [] } = worded[index] ?? {};
    const title = callName(row.call);
    return {
      id: row.id,
      type: '0',
      title,
      call: row.call,
      outcome: row.outcome,
      createBy: row.user_name,
      createTime: row.at,
      remoteAddr: row.address,
      userAgent: row.user_agent,
      requestId: row.request_id,
      objectType: row.object_type,
      objectId: row.object_id,
      objectLabel: label,
      objectName: name,
      sentence: sayAct({ call: row.call, title, name }),
      exception: noteOf(row, wording),
      changes,
      stack: null,
      info: null,
      url: null,
    };
  });
}

/** An error of a browser as the list shows it. */
export const presentError = (row: ClientErrorRow): LogEntry => ({
  id: row.id,
  type: '9',
  title: row.kind,
  call: '',
  outcome: 'failed',
  createBy: row.user_name,
  createTime: row.at,
  remoteAddr: row.address,
  userAgent: row.user_agent,
  requestId: row.request_id,
  objectType: null,
  objectId: null,
  objectLabel: null,
  objectName: null,
  sentence: row.kind,
  exception: row.message,
  changes: [],
  stack: row.stack,
  info: row.info,
  url: row.url,
});
