// The audit rows of a successful call (S74).
import { expect } from 'vitest';
import type { Call } from '@anlan/contract/http/call-table';
import type { Actor } from './actors.ts';
import type { Answer } from './client.ts';
import type { TestApp } from './app.ts';

export interface AuditRow {
  id: string;
  call: string;
  outcome: string;
  note: string | null;
  user_id: string | null;
  session_id: string | null;
  address: string;
  user_agent: string;
  request_id: string;
  object_type: string | null;
  object_id: string | null;
  enterprise_id: string | null;
  changes: { field: string; before: unknown; after: unknown }[];
}

// A read receipt has its own row with a time. Auditing a hundred thousand readers would flood the audit.
const unauditedCalls = new Set([
  'notice.read',
  'notice.readAll',
  'notice.systemRead',
  'notice.systemReadAll',
  'warning.digestsRead',
  // The row of the learning session records the watched time, every 15 seconds.
  'learning.beat',
  // A separate row records every half minute that the page is open.
  'pageDesign.look',
  // Which view a user sees by default is private.
  'savedView.choose',
  // A separate row lists the pending deliveries of a browser while they exist.
  'delivery.owed',
  // Not audited: the table upload_part has a row per part until the upload is complete.
  'upload.part',
]);
/** Calls that are audited under the name of another call, because they perform the action of that call. */
const auditedCallOf: Record<string, string> = {
  'delivery.send': 'inspection.answer',
  'delivery.sendMany': 'inspection.answer',
  'delivery.photo': 'file.upload',
  'upload.finish': 'file.upload',
  'certificate.upload': 'certificate.create',
};
// These reads write an audit row, because the rows are counted: exports, documents with people's names, and lookups
// of people outside the scope (S80, S95).
const isCounted = (name: string) =>
  /\.((station|statistics|summary|refund)?export|exchange|checkUser|zip|pdf|cards|sheet)$/i.test(name);
// These calls write two rows: a merge (both enterprises), a logo (logo and file), an entry (one for each of two logs),
// a reassessment (and its new edition), a confirmed staff report (and its danger), a chat photo (and its file).
const callsWithTwoRows = new Set([
  'enterprise.merge',
  'tenant.logoUpload',
  'tenant.enter',
  'riskPoint.reassess',
  'staffReport.confirm',
  'wxMessage.photo',
]);

const isAudited = (name: string, call: Call): boolean =>
  call.effect === 'write' && call.permit !== 'public' && name !== 'session.signOut' && !unauditedCalls.has(name);

export const tracedFrom = { from: '192.0.2.77', headers: { 'user-agent': 'TestBrowser/1.0' } };

/** A successful write leaves exactly one row (who, when, from where, what); a read none. */
export async function expectAuditRow(app: TestApp, name: string, call: Call, actor: Actor, answer: Answer) {
  const rows = await app.sql<AuditRow>(
    // Actions of platform users are in the platform's log. Alarms are excluded, because they may come at any time.
    `select * from audit where tenant_id in ($1, '0') and request_id = $2 and call <> 'audit.alarm' order by id`,
    [actor.tenant.id, String(answer.headers['x-request-id'])],
  );
  if (call.effect !== 'write') {
    if (call.permit !== 'public' && !isCounted(name)) expect(rows, name).toEqual([]);
    return;
  }
  if (!isAudited(name, call)) return;
  const doing = auditedCallOf[name] ?? name;
  const isImport = name === 'enterprise.import' || name === 'enterprise.importConfirm';
  expect(rows.filter((row) => row.outcome === 'done').length, JSON.stringify(rows)).toBeGreaterThanOrEqual(1);
  expect(rows.filter((row) => row.call === doing || isImport).length).toBeGreaterThanOrEqual(1);
  if (name === 'tenant.leave') expect(rows.length).toBeLessThanOrEqual(2);
  else if (!name.startsWith('enterprise.import')) expect(rows).toHaveLength(callsWithTwoRows.has(name) ? 2 : 1);
  expect(rows.find((row) => row.call === doing) ?? rows[0]).toMatchObject({
    outcome: 'done',
    user_id: actor.tokens.user_id,
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    address: tracedFrom.from,
    user_agent: tracedFrom.headers['user-agent'],
    object_type: expect.any(String),
  });
}

/** Returns a function that reads the audit rows added from now on, of a tenant and of the platform. */
export async function auditSince(app: TestApp, tenantId: string) {
  const [last] = await app.sql<{ id: string }>(
    `select id from audit where tenant_id in ($1, '0') order by id desc limit 1`,
    [tenantId],
  );
  // Excludes rows of background jobs, which have no request id.
  return () =>
    app.sql<AuditRow>(
      `select * from audit where tenant_id in ($1, '0') and id > $2 and call <> 'audit.alarm' and request_id <> '' order by id`,
      [tenantId, last?.id ?? '00000000-0000-0000-0000-000000000000'],
    );
}
