import { callName } from '@anlan/contract/domain/call-names';
import type { LogEntry } from '@anlan/contract/domain/log';
import type { AuditRow, ClientErrorRow } from './store.ts';

/** An act as the list shows it. */
export const presentAct = (row: AuditRow): LogEntry => ({
  id: row.id,
  type: '0',
  title: callName(row.call),
  call: row.call,
  outcome: row.outcome,
  createBy: row.user_name,
  createTime: row.at,
  remoteAddr: row.address,
  userAgent: row.user_agent,
  requestId: row.request_id,
  objectType: row.object_type,
  objectId: row.object_id,
  exception: row.note,
  changes: typeof row.changes === 'string' ? [] : row.changes,
  stack: null,
  info: null,
  url: null,
});

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
  exception: row.message,
  changes: [],
  stack: row.stack,
  info: row.info,
  url: row.url,
});
