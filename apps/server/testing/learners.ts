// Creates learners for tests and benchmarks: people in existing enterprises, with an account, a session and started
// tasks.
import { createHash, randomUUID } from 'node:crypto';

export type Ask = <T extends object>(text: string, values?: unknown[]) => Promise<T[]>;

export interface Learner {
  token: string;
  tasks: string[];
}
export const lessonKey = '1.l1';

export interface Wanted {
  tenant: string;
  people: number;
  tasks: number;
  seconds: number;
  at: Date;
}

export async function makeLearners(ask: Ask, { tenant, people, tasks, seconds, at }: Wanted): Promise<Learner[]> {
  const firms = await ask<{ id: string }>(
    `select id from enterprise where tenant_id = $1 and status = 'active' and removed_at is null order by id limit 200`,
    [tenant],
  );
  const [role] = await ask<{ id: string }>(`select id from role where tenant_id = $1 and code = 'ROLE_ENT_STAFF'`, [
    tenant,
  ]);
  if (firms.length === 0 || !role) throw new Error(`tenant ${tenant} has no enterprises, or no staff`);
  const mark = randomUUID().slice(0, 8);
  const lessons = [
    { key: lessonKey, title: '操作规程', media: 'document', seconds, file: null, courseId: randomUUID() },
  ];
  const plans = firms.flatMap(({ id: firm }) =>
    Array.from({ length: tasks }, (_, round) => ({ id: randomUUID(), firm, round })),
  );
  await ask(
    `insert into training_plan (tenant_id, id, enterprise_id, title, kind, start_on, end_on, hours_required, lessons, status,
       created_at, updated_at)
     select $1, p.id, p.firm, '在线学习 ' || $2 || ' ' || p.round, 'routine', $3::date - 1, $3::date + 30, 1000, $4::jsonb,
       'running', $3, $3
     from jsonb_to_recordset($5::jsonb) p(id uuid, firm uuid, round int)`,
    [tenant, mark, at, JSON.stringify(lessons), JSON.stringify(plans)],
  );
  const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
  const all = Array.from({ length: people }, (_, n) => {
    const firm = firms[n % firms.length]?.id ?? '';
    const token = randomUUID();
    const person = { n, firm, user: randomUUID(), employee: randomUUID(), session: randomUUID(), hash: hashOf(token) };
    const own = plans.filter((plan) => plan.firm === firm).map((plan) => ({ id: randomUUID(), plan: plan.id }));
    return { token, person, own };
  });
  const rows = JSON.stringify(all.map(({ person }) => person));
  const from = `from jsonb_to_recordset($1::jsonb)
    p(n int, firm uuid, "user" uuid, employee uuid, session uuid, hash text)`;
  await ask(
    `insert into app_user (tenant_id, id, username, nick_name, type, last_enterprise_id, created_at, updated_at)
     select $2, p.user, 'learner-' || $3 || '-' || p.n, '学员' || p.n, 'enterprise', p.firm, $4, $4 ${from}`,
    [rows, tenant, mark, at],
  );
  await ask(`insert into user_role (tenant_id, user_id, role_id) select $2, p.user, $3::uuid ${from}`, [
    rows,
    tenant,
    role.id,
  ]);
  await ask(`insert into user_enterprise (tenant_id, user_id, enterprise_id) select $2, p.user, p.firm ${from}`, [
    rows,
    tenant,
  ]);
  await ask(
    `insert into employee (tenant_id, id, enterprise_id, name, phone, department, post_kind, hired_on, user_id, status,
       created_at, updated_at)
     select $2, p.employee, p.firm, '学员' || p.n, '139****0000', '车队', 'driver', $3::date - 300, p.user, 'onDuty', $3, $3
     ${from}`,
    [rows, tenant, at],
  );
  await ask(
    `insert into session (tenant_id, id, user_id, enterprise_id, client_id, started_at, ends_at, last_seen_at, address,
       network, user_agent)
     select $2, p.session, p.user, p.firm, 'bench', $3, $3::timestamptz + interval '20 days', $3, '127.0.0.1', '127.0.0.1', 'bench'
     ${from}`,
    [rows, tenant, at],
  );
  await ask(
    `insert into session_token (tenant_id, id, session_id, access_hash, refresh_hash, issued_at, access_ends_at)
     select $2, gen_random_uuid(), p.session, p.hash, 'none-' || p.session, $3, $3::timestamptz + interval '20 days' ${from}`,
    [rows, tenant, at],
  );
  await ask(
    `insert into learning_task (tenant_id, id, enterprise_id, plan_id, employee_id, plan_title, employee_name, department,
       hours_required, due_on, created_at, updated_at)
     select $2, t.id, n.enterprise_id, n.id, t.employee, n.title, e.name, e.department, n.hours_required, n.end_on, $3, $3
     from jsonb_to_recordset($1::jsonb) t(id uuid, plan uuid, employee uuid)
     join training_plan n on n.tenant_id = $2 and n.id = t.plan join employee e on e.tenant_id = $2 and e.id = t.employee`,
    [
      JSON.stringify(all.flatMap(({ person, own }) => own.map((one) => ({ ...one, employee: person.employee })))),
      tenant,
      at,
    ],
  );
  await ask('analyze learning_task');
  return all.map(({ token, own }) => ({ token, tasks: own.map(({ id }) => id) }));
}
