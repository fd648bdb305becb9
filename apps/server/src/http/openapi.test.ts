// /openapi.json covers all call tables, and a typed client can be generated from it.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { afterAll, expect, test } from 'vitest';
import { findListCapabilities } from '@anlan/contract/http/call-table';
import { cipher, clientOf, listen, send } from '../../testing/client.ts';
import { fieldsOf, isList } from '../../testing/fields.ts';
import { openTestApp } from '../../testing/app.ts';
import { makeTenant, password } from '../../testing/tenants.ts';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: { items?: { enum?: string[] } };
}
interface Operation {
  operationId: string;
  summary: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: { properties?: object; anyOf?: { type?: string }[] } }> };
  responses: Record<string, object>;
}
interface Published {
  servers: { url: string }[];
  components: Record<string, Record<string, object>>;
  paths: Record<string, Record<string, Operation>>;
}

const folder = mkdtempSync(join(tmpdir(), 'anlan-openapi-'));
const app = await openTestApp();
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});
const { text } = await send(app, 'GET', '/openapi.json');
const read = (): Published => JSON.parse(text);
const published = read();
const operationOf = (path: string, method: string) => {
  const operation = published.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not published`);
  return operation;
};

test('publishes every call with a summary and its failures', () => {
  const { paths, components, servers } = published;
  expect(Object.keys(paths)).toEqual(Object.keys(paths).toSorted());
  expect(servers.length).toBeGreaterThan(0);
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(operations.map((one) => one.operationId).toSorted()).toEqual(app.mounted.map((one) => one.name).toSorted());
  expect(operations.filter((one) => !one.summary).map((one) => one.operationId)).toEqual([]);
  expect(operations.filter((one) => !('400' in one.responses && 'default' in one.responses))).toEqual([]);
  const references = new Set([...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, to = '']) => to));
  expect(references.size).toBeGreaterThan(200);
  const lost = [...references].filter((reference) => {
    const [root, part, kind = '', name = '', ...more] = reference.split('/');
    return root !== '#' || part !== 'components' || more.length > 0 || !components[kind]?.[name];
  });
  expect(lost).toEqual([]);
  expect(text).not.toContain('"definitions"');
});

test('publishes every field of every call in path, query or body as declared', () => {
  expect(app.mounted.filter(({ call }) => isList(call)).length).toBeGreaterThan(20);
  for (const { name, call } of app.mounted) {
    const { parameters, requestBody } = operationOf(call.path, call.method);
    const names = (place: string) => parameters.filter((one) => one.in === place).map((one) => one.name);
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key);
    expect(names('path').toSorted(), name).toEqual(inPath.toSorted());
    const fields = fieldsOf(call);
    const keysAt = (place: string) => fields.filter((field) => field.place === place).map(({ key }) => key);
    expect(names('query').toSorted(), name).toEqual(keysAt('query').toSorted());
    const needed = parameters.filter((one) => one.in === 'query' && one.required).map((one) => one.name);
    const requiredKeys = fields.filter((field) => field.place === 'query' && field.required).map(({ key }) => key);
    expect(needed.toSorted(), name).toEqual(requiredKeys.toSorted());
    const sorts = findListCapabilities(call.input)?.sorts;
    for (const order of sorts && sorts.length > 0 ? ['descs', 'ascs'] : [])
      expect(parameters.find((one) => one.name === order)?.schema.items?.enum, name).toEqual(sorts);
    if (call.file) {
      const form = Object.keys(requestBody?.content['multipart/form-data']?.schema.properties ?? {});
      expect(form.toSorted(), name).toEqual(['file', ...keysAt('query'), ...keysAt('body')].toSorted());
    }
    if (call.bare !== null) {
      const forms = requestBody?.content['application/json']?.schema.anyOf;
      expect(
        forms?.map(({ type }) => type ?? 'named'),
        name,
      ).toEqual(['named', 'array']);
    }
  }
});

// A client program for the generated types. The compiler must reject the two marked lines.
const client = `
import type { components, operations } from './api.ts';
type Answer<K extends keyof operations> = operations[K] extends {
  responses: { 200: { content: { 'application/json': infer A } } };
} ? A : never;
type Query<K extends keyof operations> = NonNullable<operations[K]['parameters']['query']>;

async function ask<A>(url: string, method: string, query: Record<string, string | number | boolean | string[] | undefined>, authorization: string): Promise<A> {
  const words = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => (one === undefined ? [] : [[key, String(one)]])),
  );
  const answer = await fetch(url + '?' + new URLSearchParams(words), {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: '{}' } : {}),
  });
  if (answer.status !== 200) throw new Error(answer.status + ' ' + (await answer.text()));
  return (await answer.json()) as A;
}

export async function walk(base: string, credential: string, who: Query<'session.signIn'>) {
  const tokens = await ask<Answer<'session.signIn'>>(base + '/auth/pwd/token', 'POST', who, credential);
  if ('mfa' in tokens) throw new Error('a second step is due');
  const bearer = 'Bearer ' + tokens.access_token;
  const query: Query<'enterprise.page'> = { size: 2, ascs: ['name'] };
  // @ts-expect-error no list is ordered by this
  const wrong: Query<'enterprise.page'> = { ascs: ['nothing'] };
  const rows: components['schemas']['EnterpriseRow'][] = [];
  let pages = 1;
  for (let current = 1; current <= pages; current++) {
    const { data } = await ask<Answer<'enterprise.page'>>(base + '/bus/enterprise/page', 'GET', { ...query, current }, bearer);
    if (!data) throw new Error('no page');
    rows.push(...data.records);
    pages = data.pages;
  }
  const menu = await ask<Answer<'access.menu'>>(base + '/upms/menu', 'GET', {}, bearer);
  // @ts-expect-error a row has no such field
  rows[0]?.nothing;
  const labels = (menu.data ?? []).flatMap((one) => [one.label, ...one.children.map((below) => below.label)]);
  return { wrong, pages, names: rows.map((row) => row.name), ids: rows.map((row) => row.id), labels };
}
`;

test('allows openapi-typescript to generate a working client', async () => {
  const types: OpenAPI3 = JSON.parse(text);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'api.ts'), astToString(await openapiTS(types)));
  const path = join(folder, 'client.ts');
  writeFileSync(path, client);
  const tsc = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));
  const compilerOptions = {
    noEmit: true,
    strict: true,
    allowImportingTsExtensions: true,
    module: 'nodenext',
    target: 'es2024',
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client.ts'] }));
  await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => {
    throw new Error(error.stdout);
  });

  const tenant = await makeTenant(app);
  const port = await listen(app);
  const { walk }: { walk: (base: string, credential: string, who: object) => Promise<Record<string, unknown>> } =
    await import(pathToFileURL(path).href);
  const walked = await walk(`http://127.0.0.1:${port}`, clientOf(app), {
    username: 'regulator',
    password: cipher(app, password),
    grant_type: 'password',
    scope: 'server',
    tenantId: tenant.id,
  });
  expect(walked).toMatchObject({ pages: 3, labels: expect.arrayContaining(['企业管理']) });
  expect(new Set(walked['ids'] as string[])).toEqual(new Set(tenant.enterpriseIds));
});
