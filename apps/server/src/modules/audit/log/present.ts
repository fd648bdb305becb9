import type { LogEntry } from '@anlan/contract/modules/audit/log';
import { describeAct } from '@anlan/contract/domain/act-sentence';
import { errors } from '@anlan/contract/errors';
import type { Wording } from '#kit/wording.ts';
import type { Tx } from '#platform/db/index.ts';
import type { AuditRow, ClientErrorRow } from './store.ts';

const changesOf = ({ changes }: AuditRow) => (typeof changes === 'string' ? [] : changes);

const refusals: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(errors).map(([code, { text }]) => [code, text])),
  badCredentials: '用户名或密码错误',
  wrongWord: '锁屏密码错误',
  wrongCode: '验证码错误',
  reused: '令牌已用过，疑似被盗用',
  tokenInAddress: '令牌写在了地址里',
  entryReadOnly: '以平台身份进入，只能查看',
  entryDoor: '以平台身份进入，不能办理此事',
  tenantMismatch: '请求的单位与登录的单位不符',
  tenantMissing: '请求没有写明单位',
  demo: '演示账号，不能操作。',
};

/** The note of a log entry with labels in place of the stored list and field keys. */
function noteOf({ call, object_type: type, outcome, note }: AuditRow, wording: Wording): string | null {
  if (note === null) return null;
  if (outcome === 'failed') return Object.hasOwn(refusals, note) ? (refusals[note] ?? note) : note;
  const [, key = '', rest = ''] = /^([A-Za-z]+)([ ：].*)$/s.exec(note) ?? [];
  if (key === '') return note;
  if (call === 'audit.reveal') return `${wording.labelOf(type, key)}${rest}`;
  if (type === 'savedView') return `${wording.labelOfKind(key) ?? '列表'}${rest}`;
  return note;
}

export async function presentActs(
  tx: Tx,
  rows: readonly AuditRow[],
  wording: Wording,
  titleOf: (call: string) => string,
): Promise<LogEntry[]> {
  const worded = await wording.told(
    tx,
    rows.map((row) => ({ objectType: row.object_type, objectId: row.object_id, changes: changesOf(row) })),
  );
  return rows.map((row, index): LogEntry => {
    const { label = null, name = null, changes = [] } = worded[index] ?? {};
    const title = titleOf(row.call);
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
      sentence: describeAct({ call: row.call, title, name }),
      exception: noteOf(row, wording),
      changes,
      stack: null,
      info: null,
      url: null,
    };
  });
}

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
