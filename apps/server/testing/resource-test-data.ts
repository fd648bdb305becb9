// Generates test data from a resource declaration: valid field values, permitted users, thousands of rows.
import { isStructured } from '@anlan/contract/kit/field-kind';
import { citizenIdCheckDigit } from '@anlan/contract/domain/citizen-id';
import { addDays, formatInstant } from '@anlan/contract/domain/instant';
import type { FieldSpec } from '@anlan/contract/kit/field';
import type { Move } from '@anlan/contract/kit/state-machine';
import { isDerived, isNeverNull, snakeCase } from '@anlan/contract/kit/resource';
import type { Declared, PresetRole } from '@anlan/contract/kit/module';
import { declaredResources, duties } from '@anlan/contract/modules';
import { callNamed, dataOf, sendCall, signIn, type Answer } from './client.ts';
import type { TestApp } from './app.ts';
import { ownColumns, ownValues } from './module-values.ts';
import { freshCreditCode, makeTenant, type Kind, type TestTenant } from './tenants.ts';

export function declaredNamed(name: string): Declared {
  const declaredResource = declaredResources.find(({ resource }) => resource.name === name);
  if (!declaredResource) throw new Error(`no resource is called ${name}`);
  return declaredResource;
}

export type NamedField = readonly [key: string, spec: FieldSpec];

export const fieldsOf = ({ resource }: Declared): NamedField[] =>
  Object.entries(resource.fields).map(([key, { spec }]) => [key, spec]);
export const typedFields = (one: Declared) => fieldsOf(one).filter(([, spec]) => !isDerived(spec));
export const columnOf = ([key, spec]: NamedField) => spec.column ?? snakeCase(key);

/** Whether a preset role has a permit of the resource: any one, or one of these verbs. */
export const mayDo = ({ resource }: Declared, role: PresetRole, ...verbs: readonly string[]): boolean =>
  duties.some(
    ({ roles, permits }) =>
      roles.includes(role) &&
      permits.some((permit) =>
        verbs.length === 0
          ? permit.startsWith(`${resource.permits}:`)
          : verbs.some((verb) => permit === `${resource.permits}:${verb}`),
      ),
  );
const mayAdd = (one: Declared, role: PresetRole) => mayDo(one, role, 'add', 'issue');
/**
 * The preset kind of user who maintains a resource: regulators, else the enterprise administrator, else the tenant
 * administrator.
 */
export function keeperOf(one: Declared): Kind {
  if (mayAdd(one, 'REGULATOR')) return 'regulator';
  return mayAdd(one, 'ENT_SAFETY') ? 'entadmin' : 'admin';
}
/**
 * The preset kind of enterprise user who maintains the resource; null when enterprise users only read it or do not see
 * it.
 */
export function ownKeeperOf(one: Declared): Kind | null {
  if (mayAdd(one, 'ENT_STAFF')) return 'entstaff';
  return mayAdd(one, 'ENT_SAFETY') ? 'entadmin' : null;
}
/** The preset kind of user who oversees a resource: sees every row, with classified fields masked. */
export const overseerOf = (one: Declared): Kind => (mayDo(one, 'REGULATOR') ? 'regulator' : keeperOf(one));

/** Gives administrators of test tenants the permits of platform-only resources, so that every suite can use them. */
const allowPlatforms = (app: TestApp, tenantId: string) =>
  app.sql(
    `insert into role_permit (tenant_id, role_id, permit)
     select tenant_id, id, unnest($2::text[]) from role where tenant_id = $1 and code = 'ROLE_TENANT_ADMIN'
     on conflict do nothing`,
    [
      tenantId,
      duties.flatMap(({ roles, permits }) =>
        roles.includes('PLATFORM_ADMIN')
          ? permits.filter((permit) =>
              declaredResources.some(({ resource }) => permit.startsWith(`${resource.permits}:`)),
            )
          : [],
      ),
    ],
  );

export async function openPeople(app: TestApp) {
  const tenants = { home: await makeTenant(app), other: await makeTenant(app) };
  for (const { id } of Object.values(tenants)) await allowPlatforms(app, id);
  const tokens = new Map<string, string>();
  for (const kind of ['admin', 'regulator', 'entadmin', 'entstaff', 'shop'] as const)
    tokens.set(`home ${kind}`, (await signIn(app, tenants.home, kind)).access_token);
  for (const kind of ['admin', 'regulator', 'entadmin'] as const)
    tokens.set(`other ${kind}`, (await signIn(app, tenants.other, kind)).access_token);
  return {
    ...tenants,
    call: (
      name: string,
      input: Record<string, unknown>,
      kind: Kind = 'regulator',
      tenant: 'home' | 'other' = 'home',
    ): Promise<Answer> => sendCall(app, callNamed(app, name), input, { token: tokens.get(`${tenant} ${kind}`) }),
    token: (kind: Kind = 'regulator', tenant: 'home' | 'other' = 'home') => tokens.get(`${tenant} ${kind}`) ?? '',
  };
}
export type People = Awaited<ReturnType<typeof openPeople>>;

function citizenIdOf(place: number): string {
  const first = `11000019900101${String(place % 1_000).padStart(3, '0')}`;
  return first + citizenIdCheckDigit(first);
}
let last = 0;
/** Generates input for every field. The values differ from the values of earlier rows. */
export async function valuesFor(app: TestApp, tenant: TestTenant, one: Declared, kind: Kind = 'regulator') {
  last += 1;
  const mark = String(last).padStart(4, '0');
  const values: Record<string, unknown> = {};
  for (const [key, spec] of typedFields(one)) {
    const value = await valueFor(app, tenant, spec, mark, kind);
    if (value !== undefined) values[key] = value;
  }
  return { ...values, ...(await ownValues[one.resource.name]?.(app, tenant, values)) };
}

export async function waitingFile(app: TestApp, tenant: TestTenant, purpose: string, kind: Kind = 'regulator') {
  const isPicture = purpose === 'photo' || purpose === 'face';
  const name = isPicture ? '照片.png' : '材料.pdf';
  const [row] = await app.sql<{ id: string }>(
    `insert into file (tenant_id, id, enterprise_id, owner_id, purpose, name, type, size_bytes, key, sha256, expires_at)
     values ($1, gen_random_uuid(), $6, $2, $3, $4, $5, 1, 'none', md5(random()::text),
       now() + interval '1 day') returning id`,
    [
      tenant.id,
      tenant.people[kind],
      purpose,
      name,
      isPicture ? 'image/png' : 'application/pdf',
      // Uploads of staff belong to their enterprise from the start.
      kind.startsWith('ent') ? tenant.enterpriseIds[0] : '00000000-0000-0000-0000-000000000000',
    ],
  );
  return { id: row?.id ?? '', name };
}

export async function copiedFile(app: TestApp, tenant: TestTenant, of: { id: string }, kind: Kind) {
  const copy = await waitingFile(app, tenant, 'evidence', kind);
  await app.sql('update file set sha256 = (select sha256 from file where id = $1) where id = $2', [of.id, copy.id]);
  return copy;
}

export async function moveInputFor(app: TestApp, tenant: TestTenant, move: Move, kind: Kind = 'regulator') {
  last += 1;
  const moveValues: Record<string, unknown> = {};
  for (const [key, { spec }] of Object.entries(move.ask ?? {}))
    moveValues[key] = await valueFor(app, tenant, spec, String(last).padStart(4, '0'), kind);
  return moveValues;
}

async function itemsOf(app: TestApp, type: string): Promise<string[]> {
  const rows = await app.sql<{ value: string }>(
    `select value from dictionary_item where tenant_id = '0' and type = $1 and enabled order by sort`,
    [type],
  );
  return rows.map(({ value }) => value);
}

async function valueFor(app: TestApp, tenant: TestTenant, spec: FieldSpec, mark: string, kind: Kind): Promise<unknown> {
  const wire = (value: string) => spec.codes?.[value] ?? value;
  const together = async (of: NonNullable<FieldSpec['group']>) => {
    const values: Record<string, unknown> = {};
    for (const [key, { spec: one }] of Object.entries(of)) values[key] = await valueFor(app, tenant, one, mark, kind);
    return values;
  };
  switch (spec.kind) {
    case 'text':
      return spec.search?.how === 'prefix' || spec.unique ? `T-${mark}` : `${spec.label}${mark}`.slice(0, spec.max);
    case 'prose':
      return `${spec.label}\n${mark}`;
    case 'rich':
      return `<p>${spec.label}${mark}</p>`;
    // Values increase per test worker. Degrees and percentages have an upper bound.
    case 'integer':
    case 'money': {
      // The minimum is at least one, because many ranges start at one.
      const [min, max] = spec.bounds ?? [1, 399];
      const least = Math.max(1, min);
      return least + (Number(mark) % Math.min(399, max - least + 1));
    }
    case 'decimal': {
      const [min, max] = spec.bounds ?? [0, 75];
      return Math.min(max, Math.max(min, (Number(mark) % 300) / 4));
    }
    case 'boolean':
      return true;
    case 'day':
      return spec.unique ? addDays('2019-01-01', Number(mark)) : '2026-01-15';
    case 'instant':
      return '2026-01-15 08:00:00';
    case 'code':
      return (await itemsOf(app, spec.dictionary ?? ''))[0];
    case 'codes':
      return (await itemsOf(app, spec.dictionary ?? '')).slice(0, 1);
    case 'oneOf':
      return wire(spec.values?.[0] ?? '');
    case 'ref':
      return spec.refersTo === 'enterprise' ? tenant.enterpriseIds[0] : referred(app, tenant, spec);
    case 'serial':
      return undefined;
    case 'person':
      return tenant.people.regulator;
    case 'region':
      return '330108';
    case 'industry':
      return 'G54';
    case 'phone':
      return `139${String(11_110_000 + Number(mark))}`;
    case 'idNumber':
      return citizenIdOf(Number(mark));
    case 'creditCode':
      return freshCreditCode();
    case 'files': {
      const { purpose = 'photo', least = 0 } = spec.files ?? {};
      return Promise.all(Array.from({ length: least }, () => waitingFile(app, tenant, purpose, kind)));
    }
    case 'list': {
      // Skips fields whose cell text is converted to another value.
      if (spec.cell) return undefined;
      const { of = {}, least = 0 } = spec.list ?? {};
      return Promise.all(Array.from({ length: Math.max(1, least) }, () => together(of)));
    }
    case 'group':
      return together(spec.group ?? {});
    case 'json':
      return undefined;
  }
}

/** Returns a row for a required reference. All callers get the same row. */
async function referred(app: TestApp, tenant: TestTenant, { refersTo = '', required, own }: FieldSpec) {
  const one = declaredResources.find(({ resource }) => resource.name === refersTo);
  if ((!required && !own) || !one) return undefined;
  const [row] = await app.sql<{ id: string }>(
    `select id from ${one.resource.table} row where tenant_id = $1 and to_jsonb(row) ->> 'removed_at' is null
       ${one.resource.class === 'enterprise' ? 'and enterprise_id = $2' : 'and $2::uuid is not null'} limit 1`,
    [tenant.id, tenant.enterpriseIds[0]],
  );
  if (row) return row.id;
  const token = (await signIn(app, tenant, keeperOf(one))).access_token;
  const values = await valuesFor(app, tenant, one);
  return dataOf<{ id: string }>(await sendCall(app, callNamed(app, `${refersTo}.create`), values, { token })).id;
}

/** Returns another valid value of the field; undefined when there is none. */
export async function otherValue(
  app: TestApp,
  tenant: TestTenant,
  [, spec]: NamedField,
  value: unknown,
): Promise<unknown> {
  switch (spec.kind) {
    case 'text':
    case 'prose':
      // The changed text must still be a valid number plate.
      if (/^\p{Script=Han}[A-Z]\d{5}$/u.test(String(value))) return String(value).replace(/\d/, 'X');
      return `${String(value).slice(0, (spec.max ?? 20) - 1)}改`;
    case 'rich':
      return '<p>改</p>';
    case 'integer':
    case 'money':
    case 'decimal':
      return Number(value) + (Number(value) === spec.bounds?.[1] ? -1 : 1);
    case 'boolean':
      return value !== true;
    case 'day':
      if (spec.unique) return '2018-12-31';
      // Returns a day after `value`, so that a date filter which starts at the returned day excludes the row with
      // `value`.
      return String(value) < '2026-02-28' ? '2026-02-28' : '2199-12-31';
    case 'instant':
      // Returns an instant after `value`, but in the past.
      return formatInstant(new Date(app.clock.now().getTime() - 60_000));
    case 'code':
      return (await itemsOf(app, spec.dictionary ?? '')).find((one) => one !== value);
    case 'codes':
      return (await itemsOf(app, spec.dictionary ?? '')).slice(0, 2);
    case 'oneOf':
      return Object.values(spec.codes ?? Object.fromEntries((spec.values ?? []).map((one) => [one, one]))).find(
        (one) => one !== value,
      );
    case 'ref':
      return spec.refersTo === 'enterprise' ? tenant.enterpriseIds[1] : undefined;
    case 'person':
      return tenant.people.admin;
    case 'region':
      return '330106';
    case 'industry':
      return 'G55';
    case 'phone':
      return '13922223333';
    case 'idNumber':
      return citizenIdOf(999);
    case 'creditCode':
      return freshCreditCode();
    case 'serial':
    case 'files':
    case 'list':
    case 'group':
    case 'json':
      return undefined;
  }
}

export async function newRow(
  app: TestApp,
  people: People,
  declared: Declared,
  more: Record<string, unknown> = {},
  kind: Kind = keeperOf(declared),
) {
  const values = { ...(await valuesFor(app, people.home, declared, kind)), ...more };
  const { id } = dataOf<{ id: string }>(await people.call(`${declared.resource.name}.create`, values, kind));
  return { id, values };
}

const sqlFor: Readonly<Record<string, (spec: FieldSpec) => string>> = {
  text: ({ max = 20 }) => `left('大客户' || n, ${max})`,
  prose: () => `'说明' || n`,
  rich: () => `'<p>' || n || '</p>'`,
  integer: ({ bounds: [least, most] = [0, 1e9] }) => `(${least} + n % ${most - least + 1})`,
  money: () => 'n',
  decimal: () => 'n % 100',
  boolean: () => 'n % 2 = 0',
  day: ({ unique }) => (unique ? `date '2100-01-01' + n` : `date '2024-01-01' + n % 900`),
  instant: () => `timestamptz '2024-01-01' + n * interval '1 minute'`,
  region: () => `(array['330108', '330106', '330204', '330302'])[1 + n % 4]`,
  industry: () => `(array['G54', 'G55', 'C26', 'C31'])[1 + n % 4]`,
  phone: () => `'139****0000'`,
  idNumber: () => `'110***********0013'`,
  serial: ({ prefix }) => `'${prefix}20260101-' || lpad(n::text, 7, '0')`,
  creditCode: () => `'91330100' || lpad(n::text, 10, '0')`,
  codes: () => `'{}'::text[]`,
  files: () => `'[]'::jsonb`,
  list: () => `'[]'::jsonb`,
  group: () => `'{}'::jsonb`,
  json: () => `'[]'::jsonb`,
};

export async function fillTable(app: TestApp, tenant: TestTenant, declared: Declared, rows: number) {
  const columns = ['tenant_id', 'id', 'created_at', 'updated_at'];
  const values = [
    '$1',
    `('01a2' || lpad($1, 4, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`,
    'now()',
    `now() + n * interval '1 second'`,
  ];
  for (const field of fieldsOf(declared).filter(([, spec]) => !spec.computed && !spec.inputOnly)) {
    const [key, spec] = field;
    // Skips a nullable structured field, because its shape is unknown here.
    if (isStructured(spec.kind) && !isNeverNull(spec)) continue;
    const words =
      spec.kind === 'code' ? await itemsOf(app, spec.dictionary ?? '') : spec.kind === 'oneOf' ? spec.values : null;
    const list = words?.slice(0, 4).map((word) => `'${word}'`);
    const text =
      ownColumns[declared.resource.name]?.[key] ??
      (spec.unique && spec.kind !== 'day'
        ? `'B' || n`
        : spec.refersTo === 'enterprise'
          ? `($2::uuid[])[1 + n % array_length($2::uuid[], 1)]`
          : spec.kind === 'ref' && (spec.required || spec.own)
            ? `'${String(await referred(app, tenant, spec))}'::uuid`
            : list
              ? `(array[${list.join()}])[1 + n % ${list.length}]`
              : sqlFor[spec.kind]?.(spec));
    if (text === undefined) continue;
    columns.push(columnOf(field));
    values.push(text);
    if (!spec.search?.pinyin) continue;
    // The pinyin readings that the program would compute for these names.
    columns.push(`${columnOf(field)}_search`);
    values.push(
      `concat_ws(chr(10), lower((${text}) collate "C"), replace(${text}, '大客户', 'dkh'), replace(${text}, '大客户', 'dakehu'))`,
    );
  }
  for (const [column, text] of Object.entries(ownColumns[declared.resource.name] ?? {}))
    if (!(column in declared.resource.fields)) {
      columns.push(column);
      values.push(text);
    }
  await app.sql(
    `insert into ${declared.resource.table} (${columns.join(', ')}) select ${values.join(', ')}
     from generate_series(1, $3::int) n where $2::uuid[] is not null`,
    [tenant.id, tenant.enterpriseIds, rows],
  );
}
