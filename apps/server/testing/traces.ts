// What a call that went well leaves in the audit (S74).
import { expect } from 'vitest';
import type { Call } from '@anlan/contract/http/dialect';
import type { Actor } from './actors.ts';
import type { Answer } from './client.ts';
import type { TestApp } from './app.ts';

/** A row of the audit. */
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

// That somebody has read stands, with the time, in a row of its own: a hundred thousand readers would bury the log.
const ownTrace = new Set([
  'notice.read',
  'notice.readAll',
  'notice.systemRead',
  'notice.systemReadAll',
  'warning.digestsRead',
  // What was watched stands in the row of its sitting, every 15 seconds.
  'learning.beat',
  // Who has a page open stands in a row of its own, every half minute.
  'pageDesign.look',
  // With which view a list opens is nobody else's business.
  'savedView.choose',
  // What a browser owes stands in its row as long as it does.
  'delivery.owed',
  // A part stands in its own row until the whole has come.
  'upload.part',
]);
/** What a phone sends later, and one's own paper, leaves the row of what was done, not one of its being sent. */
const carried: Record<string, string> = {
  'delivery.send': 'inspection.answer',
  'delivery.sendMany': 'inspection.answer',
  'delivery.photo': 'file.upload',
  'upload.finish': 'file.upload',
  'certificate.upload': 'certificate.create',
};
// Exports, papers with people's names and answers about people hidden are counted by their traces (S80, S95).
const isCounted = (name: string) =>
  /\.((station|statistics|summary)?export|exchange|checkUser|zip|pdf|cards|sheet)$/i.test(name);
// A merger leaves one on each of the two files, a logo one of its file as well, an entry one in each of two logs, a
// reassessment one of the new edition too, a report from staff that is confirmed one of its danger, a photo out of a
// chat one of its file.
const twofold = new Set([
  'enterprise.merge',
  'tenant.logoUpload',
  'tenant.enter',
  'riskPoint.reassess',
  'staffReport.confirm',
  'wxMessage.photo',
]);

/** Whether what a call does stands in the audit. */
const isTraced = (name: string, call: Call): boolean =>
  call.effect === 'write' && call.permit !== 'public' && name !== 'session.signOut' && !ownTrace.has(name);

/** Where a call comes from that is looked for in the audit. */
export const tracedFrom = { from: '192.0.2.77', headers: { 'user-agent': 'TestBrowser/1.0' } };

/** A write that went well has left exactly one row: who, when, from where, what; a read none. */
export async function mustLeaveItsTrace(app: TestApp, name: string, call: Call, actor: Actor, answer: Answer) {
  const rows = await app.sql<AuditRow>(
    // People of the platform leave theirs in the platform's log; an alarm comes when it comes.
    `select * from audit where tenant_id in ($1, '0') and request_id = $2 and call <> 'audit.alarm' order by id`,
    [actor.tenant.id, String(answer.headers['x-request-id'])],
  );
  if (call.effect !== 'write') {
    if (call.permit !== 'public' && !isCounted(name)) expect(rows, name).toEqual([]);
    return;
  }
  if (!isTraced(name, call)) return;
  const doing = carried[name] ?? name;
  const isImport = name === 'enterprise.import' || name === 'enterprise.importConfirm';
  expect(rows.filter((row) => row.outcome === 'done').length, JSON.stringify(rows)).toBeGreaterThanOrEqual(1);
  expect(rows.filter((row) => row.call === doing || isImport).length).toBeGreaterThanOrEqual(1);
  if (name === 'tenant.leave') expect(rows.length).toBeLessThanOrEqual(2);
  else if (!name.startsWith('enterprise.import')) expect(rows).toHaveLength(twofold.has(name) ? 2 : 1);
  expect(rows.find((row) => row.call === doing) ?? rows[0]).toMatchObject({
    outcome: 'done',
    user_id: actor.tokens.user_id,
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    address: tracedFrom.from,
    user_agent: tracedFrom.headers['user-agent'],
    object_type: expect.any(String),
  });
}

/** Rows of the audit since the last one, of a tenant and of the platform, for whoever asks again. */
export async function auditSince(app: TestApp, tenantId: string) {
  const [last] = await app.sql<{ id: string }>(
    `select id from audit where tenant_id in ($1, '0') order by id desc limit 1`,
    [tenantId],
  );
  // Long work that goes on beside belongs to no request.
  return () =>
    app.sql<AuditRow>(
      `select * from audit where tenant_id in ($1, '0') and id > $2 and call <> 'audit.alarm' and request_id <> '' order by id`,
      [tenantId, last?.id ?? '00000000-0000-0000-0000-000000000000'],
    );
}
