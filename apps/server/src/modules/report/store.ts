import * as z from 'zod/mini';
import { reportEdition, type ReportEdition } from '@anlan/contract/modules/report/views';
import type { ReportFigure } from '@anlan/contract/modules/report/figure';
import type { ReportKind } from '@anlan/contract/modules/report/period';
import { sql, type RawBuilder } from 'kysely';
import { insertAll } from '#platform/db/bulk-copy.ts';
import { hasRows, idsOf, rowsOf, type Tx } from '#platform/db/index.ts';
import { searchText } from '#platform/pinyin/search-text.ts';

export function conditionsOf(tx: Tx, filter: Readonly<Record<string, unknown>>, today: string): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = [];
  const { missing, reported, industry } = filter;
  const late = sql`(report.sent_at is null and report.due_on < ${today}::date)`;
  const sent = sql`(report.status in ('sent', 'accepted') or report.accepted_edition is not null)`;
  if (missing !== undefined) all.push(missing === true ? late : sql`not ${late}`);
  // The home page counts a monthly report only if the enterprise was activated before the month began and is still
  // active or suspended. This filter uses the same rule.
  const counted = sql`(report.kind <> 'month' or exists (select from enterprise e where e.tenant_id = report.tenant_id
    and e.id = report.enterprise_id and e.status in ('active', 'suspended') and e.removed_at is null
    and e.activated_at < to_date(report.period || '-01', 'YYYY-MM-DD')::timestamp at time zone 'Asia/Shanghai'))`;
  if (reported !== undefined) all.push(reported === true ? sql`${sent} and ${counted}` : sql`not ${sent}`);
  if (typeof industry === 'string')
    all.push(sql`report.enterprise_id in (select e.id from enterprise e where e.tenant_id = ${tx.scope.tenantId}
      and e.industry_code ^@ ${industry})`);
  return all;
}

/** Locks the opening of reports in a tenant, so that two nodes do not open a period twice. */
export const lockOpening = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('report.open'), hashtext(${tx.scope.tenantId}))`.execute(tx.kysely);

export async function isOpen(tx: Tx, enterpriseId: string, kind: ReportKind, period: string): Promise<boolean> {
  return hasRows(tx)`select 1 from report where tenant_id = ${tx.scope.tenantId} and removed_at is null
    and enterprise_id = ${enterpriseId} and kind = ${kind} and period = ${period} limit 1`;
}

export interface Opening {
  kind: ReportKind;
  period: string;
  title: string;
  dueOn: string;
  /** First day after the period. An enterprise that joined on or after this day needs no report. */
  until: Date;
  now: Date;
}

/**
 * Opens a report of a period for every supervised enterprise that must submit one and has none. Returns the new ids.
 */
export async function openPeriod(tx: Tx, { kind, period, title, dueOn, until, now }: Opening): Promise<string[]> {
  return idsOf(tx)`
    insert into report (tenant_id, id, enterprise_id, kind, period, title, title_search, due_on, created_at,
      updated_at)
    select e.tenant_id, gen_random_uuid(), e.id, ${kind}, ${period}, ${title}, ${await searchText(title)}, ${dueOn}::date, ${now}, ${now}
    from enterprise e where e.tenant_id = ${tx.scope.tenantId} and e.status in ('active', 'suspended')
      and e.removed_at is null and e.activated_at < ${until}
      and not exists (select from report r where r.tenant_id = e.tenant_id and r.enterprise_id = e.id
        and r.kind = ${kind} and r.period = ${period} and r.removed_at is null)
    returning id`;
}

export interface SentEdition {
  reportId: string;
  enterpriseId: string;
  edition: number;
  figures: readonly ReportFigure[];
  words: unknown;
  signature: unknown;
  signer: string | null;
  filler: string | null;
  sentAt: Date;
}
export const addEditions = (
  tx: Tx,
  all: readonly (SentEdition & Partial<Pick<ReportEdition, 'outcome' | 'outcomeAt' | 'outcomeBy' | 'reason'>>)[],
): Promise<void> =>
  insertAll(
    tx,
    'report_edition',
    all.map((one) => ({
      tenant_id: tx.scope.tenantId,
      report_id: one.reportId,
      edition: one.edition,
      enterprise_id: one.enterpriseId,
      figures: one.figures,
      words: one.words,
      signature: one.signature,
      signer: one.signer,
      filler: one.filler,
      sent_at: one.sentAt,
      outcome: one.outcome ?? null,
      outcome_at: one.outcomeAt ?? null,
      outcome_by: one.outcomeBy ?? null,
      reason: one.reason ?? null,
      oversight_code: '',
    })),
  );

export async function closeEdition(
  tx: Tx,
  { id, edition }: { id: string; edition: number },
  { outcome, at, by, reason }: { outcome: string; at: Date; by: string | null; reason: string | null },
): Promise<void> {
  await sql`update report_edition set outcome = ${outcome}, outcome_at = ${at}, outcome_by = ${by}, reason = ${reason}
    where tenant_id = ${tx.scope.tenantId} and report_id = ${id} and edition = ${edition}`.execute(tx.kysely);
}

export async function editionsOf(tx: Tx, id: string): Promise<ReportEdition[]> {
  const { rows } = await sql<Record<string, unknown>>`select edition, figures, words, signature, signer, filler,
      sent_at as "sentAt", outcome, outcome_at as "outcomeAt", outcome_by as "outcomeBy", reason
    from report_edition where tenant_id = ${tx.scope.tenantId} and report_id = ${id}
    order by edition desc limit 50`.execute(tx.kysely);
  return rows.map((row) => z.parse(stored, row));
}
// The stored edition has the same shape as in the call, but the database driver returns instants as Date objects.
const moment = z.date();
const stored = z.extend(reportEdition, { sentAt: moment, outcomeAt: z.nullable(moment) });

export interface SentPeriod {
  id: string;
  period: string;
  status: string;
  edition: number;
  words: { investmentFen: number | null };
  figures: ReportFigure[];
}
/** Submitted reports of an enterprise up to the given period, newest first, each with its last signed edition. */
export async function sentPeriods(
  tx: Tx,
  { enterpriseId, kind, until }: { enterpriseId: string; kind: string; until: string },
  limit: number,
): Promise<SentPeriod[]> {
  return rowsOf<SentPeriod>(tx)`
    select r.id, r.period, r.status, r.edition, e.words, e.figures from report r
      join report_edition e on e.tenant_id = r.tenant_id and e.report_id = r.id and e.edition = r.edition
    where r.tenant_id = ${tx.scope.tenantId} and r.removed_at is null and r.enterprise_id = ${enterpriseId}
      and r.kind = ${kind} and r.period <= ${until} order by r.period desc limit ${limit}`;
}

export interface WaitingReport {
  id: string;
  enterprise_id: string;
  enterprise_name: string;
  title: string;
  status: string;
  due_on: string;
  sent_at: Date | null;
  reviewed_at: Date | null;
  officer_id: string | null;
  /** Whether all required texts are filled in, so that only the signature of the head is missing. */
  is_filled: boolean;
}
const waits = sql`r.removed_at is null and (r.status = 'sent' or r.status in ('draft', 'returned'))`;
export async function waitingOf(tx: Tx, ids: readonly string[]): Promise<WaitingReport[]> {
  return rowsOf<WaitingReport>(tx)`select r.id, r.enterprise_id, e.name as enterprise_name, r.title, r.status,
      to_char(r.due_on, 'YYYY-MM-DD') as due_on, r.sent_at, r.reviewed_at, e.officer_id,
      coalesce(r.main_work <> '' and r.problems <> '' and r.next_plan <> '', false) as is_filled
    from report r join enterprise e on e.tenant_id = r.tenant_id and e.id = r.enterprise_id
    where r.tenant_id = ${tx.scope.tenantId} and r.id = any(${[...ids]}::uuid[]) and ${waits}`;
}
export async function waitingAfter(tx: Tx, after: string, limit: number): Promise<string[]> {
  return idsOf(tx)`select r.id from report r where r.tenant_id = ${tx.scope.tenantId}
    and r.id > ${after} and ${waits} order by r.id limit ${limit}`;
}

/** Claims the reports for which a reminder may be sent today, and records the reminder. */
export async function takeReminders(tx: Tx, ids: readonly string[], today: string) {
  return rowsOf<{ id: string; enterprise_id: string; title: string; due_on: string }>(tx)`
    update report set reminded_on = ${today}::date
    where tenant_id = ${tx.scope.tenantId} and id = any(${[...ids]}::uuid[]) and removed_at is null
      and status in ('draft', 'returned') and sent_at is null and due_on < ${today}::date
      and reminded_on is distinct from ${today}::date
    returning id, enterprise_id, title, to_char(due_on, 'YYYY-MM-DD') as due_on`;
}

export async function countReported(tx: Tx, prefix: string, period: string, begins: Date) {
  const area = prefix === '' ? sql`true` : sql`e.oversight_code ^@ ${prefix}`;
  const { rows } = await sql<{ owed: number; sent: number }>`select count(*)::int as owed,
      (count(*) filter (where exists (select from report r where r.tenant_id = e.tenant_id and r.enterprise_id = e.id
        and r.kind = 'month' and r.period = ${period} and r.removed_at is null
        and (r.status in ('sent', 'accepted') or r.accepted_edition is not null))))::int as sent
    from enterprise e where e.tenant_id = ${tx.scope.tenantId} and e.status in ('active', 'suspended')
      and e.removed_at is null and e.activated_at < ${begins} and ${area}`.execute(tx.kysely);
  return rows[0] ?? { owed: 0, sent: 0 };
}
