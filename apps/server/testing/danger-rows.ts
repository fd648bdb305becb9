// Inserts hidden dangers and dated items with SQL, in the form in which their modules store them.
import { addDays } from '@anlan/contract/domain/instant';
import type { TestApp } from './app.ts';

/** A danger in a state; days are relative to the day of the test. */
export interface MadeDanger {
  enterpriseId: string;
  status?: 'open' | 'rectifying' | 'submitted' | 'accepted' | 'returned' | 'voided';
  level?: 'general' | 'major';
  turn?: 'enterprise' | 'head' | 'verifier' | 'regulator' | 'nobody';
  /** Deadline, in days from today. */
  due?: number;
  /** Finding date, in days from today. */
  foundInDays?: number;
  /** Date of the last submission, in days from today. */
  submitted?: number;
  listed?: boolean;
  dutyPersonId?: string;
}

let last = 0;
export async function makeDanger(app: TestApp, tenantId: string, today: string, made: MadeDanger): Promise<string> {
  last += 1;
  const { status = 'open', level = 'general', due = 7, foundInDays: found = -3, submitted, listed = false } = made;
  const turns = {
    open: 'enterprise',
    rectifying: 'enterprise',
    returned: 'enterprise',
    submitted: 'regulator',
    accepted: 'nobody',
    voided: 'nobody',
  };
  const at = (days: number) => `${addDays(today, days)} 10:00:00+08`;
  const handed = submitted === undefined ? null : at(submitted);
  const [row] = await app.sql<{ id: string }>(
    `insert into danger (tenant_id, id, enterprise_id, no, title, level, category, source, place, found_at, found_by,
       deadline_on, status, turn, turn_since, submitted_at, verified_at, listed_on, duty_person_id, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, $3, $4, $5, 'other', 'self', '车间', $6, '张三', $7, $8, $9, $10, $11, $12, $13, $14,
       $6, $6) returning id`,
    [
      tenantId,
      made.enterpriseId,
      `YHT${tenantId}-${last}`,
      `隐患${last}`,
      level,
      at(found),
      addDays(today, due),
      status,
      made.turn ?? turns[status],
      handed ?? at(found),
      handed,
      status === 'accepted' ? (handed ?? at(found)) : null,
      listed ? addDays(today, found) : null,
      made.dutyPersonId ?? null,
    ],
  );
  return row?.id ?? '';
}

export async function makeItem(
  app: TestApp,
  tenantId: string,
  today: string,
  {
    enterpriseId,
    left,
    blocking = false,
    subject = 'equipment',
  }: { enterpriseId: string; left: number; blocking?: boolean; subject?: string },
): Promise<string> {
  last += 1;
  const [row] = await app.sql<{ id: string }>(
    `insert into warning (tenant_id, id, enterprise_id, subject, item_type, item_name, valid_to, is_blocking, status, level,
       created_at, updated_at)
     values ($1, gen_random_uuid(), $2, $3, 'craneInspection', $4, $5, $6, $7, $8, now(), now()) returning id`,
    [
      tenantId,
      enterpriseId,
      subject,
      `行车检验${last}`,
      addDays(today, left),
      blocking,
      left <= 30 ? 'open' : 'valid',
      left < 0 ? 'expired' : left <= 7 ? 'urgent' : left <= 30 ? 'soon' : null,
    ],
  );
  return row?.id ?? '';
}
