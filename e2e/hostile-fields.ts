// Writes every hostile text into every displayed field (S39). Writes directly into the database, because an older
// release or another program could have written such rows.
import { newId } from '../apps/server/src/kernel/ids.ts';
import type { openDemoApp } from './app.ts';
import { payloadOf, payloads } from './hostile-payloads.ts';

type DemoApp = Awaited<ReturnType<typeof openDemoApp>>;

export const fields = [
  'enterprise.name',
  'enterprise.businessScope',
  'history.before',
  'history.after',
  'user.nickName',
  'user.username',
  'organ.name',
  'role.name',
  'role.code',
  'role.description',
  'dictionary.label',
  'dictionary.type',
  'item.label',
  'item.value',
  'item.description',
  'menu.name',
  'menu.path',
  'menu.permission',
  'tenant.name',
  'tenant.icp',
  'tenant.tec',
  'tenant.host',
  'frame.name',
  'frame.host',
  'audit.userName',
  'audit.address',
  'audit.userAgent',
  'audit.requestId',
  'audit.note',
  'change.before',
  'change.after',
  'error.kind',
  'error.message',
  'error.url',
  'error.address',
  'error.stack',
  'session.address',
  'notice.title',
  'notice.publisher',
  'todo.title',
  'todo.doneBy',
  'notice.summary',
  'notice.from',
  'file.name',
  'station.name',
  'station.code',
  'station.grade',
  'station.address',
  'station.managerName',
  'step.by',
  'step.note',
  'visit.by',
  'visit.reason',
  'job.title',
  'job.message',
  'party.label',
  'warning.title',
  'warning.text',
] as const;
export type Field = (typeof fields)[number];

export const textsOf = (field: Field): string[] => payloads.map((_, at) => payloadOf(fields.indexOf(field), at));

/** Number of rows for pages that show only a few rows. Each of these rows joins about ten payloads in one field. */
export const pages = 12;
// The payloads at the end of the list work best at the beginning of a text, so they come first.
/** Joins the payloads into `rows` texts for a field, for pages that display few rows. */
export const joinedOf = (field: Field, rows = pages): string[] => {
  const all = textsOf(field);
  return all.map((one, at) =>
    at < rows
      ? all
          .filter((_, no) => no % rows === at)
          .toReversed()
          .join(' ¦ ')
      : one,
  );
};
const ids = () => payloads.map(() => newId());

// Lengths of short columns, which receive only payloads that fit. The forms accept no longer text either.
const modules = {
  legal_person: 30,
  safety_manager_name: 30,
  short_name: 20,
  registered_address: 200,
  business_address: 200,
  town: 30,
  head_name: 30,
  safety_head_name: 30,
  standard_no: 40,
  insurer: 60,
  policy_no: 40,
  transport_licence_no: 40,
};

interface Column {
  name: string;
  type?: string;
  values: readonly unknown[];
}
const text = (name: string, field: Field): Column => ({ name, values: textsOf(field) });
const joined = (name: string, field: Field): Column => ({ name, values: joinedOf(field) });

export async function fillHostile(app: DemoApp) {
  const insert = (table: string, fixed: string, columns: readonly Column[], tenantId = '1') => {
    const names = columns.map(({ name }) => name);
    const placeholders = columns.map(({ type = 'text' }, at) => `$${at + 1}::${type}[]`);
    const [extra, values] = fixed.split(' = ');
    return app.sql(
      `insert into ${table} (${extra}, ${names}) select ${values}, ${names.map((name) => `p.${name}`)}
         from unnest(${placeholders}) as p(${names})`,
      columns.map((column) => column.values),
      tenantId,
    );
  };
  const update = (table: string, rows: readonly string[], columns: readonly Column[], more = '') =>
    app.sql(
      `update ${table} t set ${columns.map(({ name }) => `${name} = p.${name}`)} ${more}
         from unnest($1::uuid[], ${columns.map(({ type = 'text' }, at) => `$${at + 2}::${type}[]`)})
           as p(id, ${columns.map(({ name }) => name)}) where t.tenant_id = '1' and t.id = p.id`,
      [rows, ...columns.map((column) => column.values)],
    );
  const idsOf = async (table: string, where: string) =>
    (
      await app.sql<{ id: string }>(
        `select id from ${table} where tenant_id = '1' and ${where} order by id limit ${payloads.length}`,
      )
    ).map(({ id }) => id);

  const organs = ids();
  await insert('organ', `tenant_id, sort = '1', 1`, [
    { name: 'id', type: 'uuid', values: organs },
    text('name', 'organ.name'),
  ]);
  const people = ids();
  await insert('app_user', `tenant_id, type, created_at = '1', 'regulator', now() + interval '1 hour'`, [
    { name: 'id', type: 'uuid', values: people },
    { name: 'organ_id', type: 'uuid', values: organs },
    text('username', 'user.username'),
    text('nick_name', 'user.nickName'),
  ]);
  const roles = ids();
  await insert('role', `tenant_id, user_type = '1', 'regulator'`, [
    { name: 'id', type: 'uuid', values: roles },
    text('code', 'role.code'),
    text('name', 'role.name'),
    text('description', 'role.description'),
  ]);
  await insert('user_role', `tenant_id = '1'`, [
    { name: 'user_id', type: 'uuid', values: people },
    { name: 'role_id', type: 'uuid', values: roles },
  ]);

  await insert(
    'dictionary',
    `tenant_id, edit = '0', 'platform'`,
    [
      { name: 'id', type: 'uuid', values: ids().slice(0, pages) },
      ...[joined('type', 'dictionary.type'), joined('label', 'dictionary.label')].map(({ name, values }) => ({
        name,
        values: values.slice(0, pages),
      })),
    ],
    '0',
  );
  const [labels] = await app.sql<{ id: string }>(`select id from dictionary where type = 'enterpriseLabel'`, [], '0');
  await insert(
    'dictionary_item',
    `tenant_id, dict_id, type, sort = '0', '${labels?.id}'::uuid, 'enterpriseLabel', 1`,
    [
      { name: 'id', type: 'uuid', values: ids() },
      { name: 'code', values: payloads.map((_, at) => `hostile${at}`) },
      text('value', 'item.value'),
      text('label', 'item.label'),
      text('description', 'item.description'),
    ],
    '0',
  );

  const firms = await idsOf('enterprise', "status = 'active'");
  await update(
    'enterprise',
    firms,
    [
      text('name', 'enterprise.name'),
      joined('business_scope', 'enterprise.businessScope'),
      { name: 'email', values: payloads.map(() => 'javascript:ran(900)//@x"onload=ran(901)') },
      ...Object.entries(modules).map(([name, module]) => ({
        name,
        values: payloads.map((_, at) => payloadOf(901, at).slice(0, module)),
      })),
      { name: 'officer_id', type: 'uuid', values: people },
    ],
    `, supervision_kind = 'transport', updated_at = now() + interval '1 hour'`,
  );
  await insert('audit', `tenant_id, call, object_type, outcome = '1', 'enterprise.update', 'enterprise', 'done'`, [
    { name: 'id', type: 'uuid', values: ids() },
    { name: 'object_id', values: firms },
    { name: 'enterprise_id', type: 'uuid', values: firms },
    text('user_name', 'audit.userName'),
    text('address', 'audit.address'),
    text('user_agent', 'audit.userAgent'),
    text('request_id', 'audit.requestId'),
    text('note', 'audit.note'),
    {
      name: 'changes',
      type: 'jsonb',
      values: payloads.map((_, at) =>
        JSON.stringify([
          { field: 'town', before: joinedOf('history.before')[at], after: joinedOf('history.after')[at] },
        ]),
      ),
    },
  ]);
  return { firms, people };
}

export async function fillHostileAdmin(app: DemoApp, people: readonly string[]) {
  const all = (sql: string, values: unknown[], tenantId = '1') => app.sql(sql, values, tenantId);
  const zipped = (...some: Field[]) => payloads.map((_, at) => some.map((field) => textsOf(field)[at]));
  const changes = zipped('change.before', 'change.after').map(([before, after], index) => ({
    // An audit field that no field list contains has no label.
    field: `field${index}`,
    before,
    after,
  }));
  await all(
    `insert into audit (tenant_id, id, call, outcome, address, user_agent, request_id, user_name, changes)
       values ('1', $1, 'user.edit', 'done', '::1', 'x', 'x', '改动很多的人', $2)`,
    [newId(), JSON.stringify(changes)],
  );
  await all(
    `insert into client_error (tenant_id, id, at, batch, user_name, user_agent, request_id, kind, message, url, address, stack)
       select '1', p.id, now(), p.id, '出错的人', 'x', 'x', p.kind, p.message, p.url, p.address, 'at ' || p.message
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) as p(id, kind, message, url, address)`,
    [ids(), textsOf('error.kind'), textsOf('error.message'), textsOf('error.url'), textsOf('error.address')],
  );
  // In batches of forty lines, because the server resolves source positions for forty lines at a time.
  for (const from of [0, 40, 80])
    await all(
      `insert into client_error (tenant_id, id, at, batch, user_name, user_agent, request_id, kind, message, url, address, stack)
         values ('1', $1, now(), $1, '出错的人', 'x', 'x', 'js', $2, '/', '::1', $3)`,
      [
        newId(),
        `堆栈很长${from}`,
        textsOf('error.stack')
          .slice(from, from + 40)
          .join('\n'),
      ],
    );
  await all(
    `insert into session (tenant_id, id, user_id, client_id, started_at, ends_at, last_seen_at, address, network, user_agent)
       select '1', p.id, p.user_id, 'web', now(), now() + interval '1 hour', now() + interval '5 minutes', p.address, 'x', p.address
       from unnest($1::uuid[], $2::uuid[], $3::text[]) as p(id, user_id, address)`,
    [ids(), people, textsOf('session.address')],
  );
  const notices = ids();
  await all(
    `insert into announcement (tenant_id, id, channel, title, summary, content, kind, audience, state, publish_at,
         from_name, publisher_name, created_at, updated_at, files)
       select '1', p.id, 'announcement', p.title, p.summary, '<p>x</p>', 'work', 'all', 'published',
         now() - interval '1 minute', p.sender, p.publisher, now(), now(), '[]'
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[])
         as p(id, title, publisher, summary, sender)`,
    [notices, ...(['notice.title', 'notice.publisher', 'notice.summary', 'notice.from'] as const).map(textsOf)],
  );
  await all(
    `insert into announcement_target (tenant_id, announcement_id, target) select '1', unnest($1::uuid[]), 'all'`,
    [notices],
  );
  const files = textsOf('file.name').map((name) => ({ id: newId(), name }));
  await all(`update announcement set files = $2 where id = $1`, [notices[0], JSON.stringify(files)]);
  for (const done of [false, true])
    await all(
      `insert into todo (tenant_id, id, enterprise_id, kind, subject_type, subject_id, title, path, user_type, permit,
           since, lead_id, done_at, done_by_name)
         select '1', p.id, '00000000-0000-0000-0000-000000000000', 'recheck', 'hostile', p.id, p.title, p.title,
           'regulator', 'bus:enterprise:audit', now(), p.lead_id, ${done ? 'now()' : 'null'}, ${done ? 'p.title' : 'null'}
         from unnest($1::uuid[], $2::text[], $3::uuid[]) as p(id, title, lead_id)`,
      [ids(), textsOf(done ? 'todo.doneBy' : 'todo.title'), people],
    );
  const [group] = await app.sql<{ id: string }>(
    `select parent_id as id from menu where tenant_id = '0' and path = '/upms/user/index'`,
    [],
    '0',
  );
  await all(
    `insert into menu (tenant_id, id, parent_id, name, path, component, permission, icon, sort)
       select '0', p.id, $2, p.name, p.path, p.path, p.permission, p.name, 99
       from unnest($1::uuid[], $3::text[], $4::text[], $5::text[]) as p(id, name, path, permission)`,
    [ids(), group?.id, textsOf('menu.name'), textsOf('menu.path'), textsOf('menu.permission')],
    '0',
  );
  // A tenant has only one brand, so every text gets its own tenant.
  const [names, icp, tec, hosts] = (['tenant.name', 'tenant.icp', 'tenant.tec', 'tenant.host'] as const).map(textsOf);
  const insertTenant = (at: number) =>
    all(
      `insert into brand (id, name, icp, tec, hosts, sort, logo)
         values ($1::text, $2, $3, $4, array[$5], $1::text::int, 'javascript:ran(1)')`,
      [String(9000 + at), names?.[at], icp?.[at], tec?.[at], hosts?.[at]],
      String(9000 + at),
    );
  for (let from = 0; from < payloads.length; from += 20)
    await Promise.all(Array.from({ length: 20 }, (_, at) => insertTenant(from + at)));
  await all(
    `insert into frame_host (tenant_id, id, host, name, created_at)
       select '1', p.id, p.host, p.name, now() from unnest($1::uuid[], $2::text[], $3::text[]) as p(id, host, name)`,
    [ids(), textsOf('frame.host'), textsOf('frame.name')],
  );
  return { article: notices[0] ?? '' };
}
