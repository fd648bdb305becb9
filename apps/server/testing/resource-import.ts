// Builds import files for a declared resource, and imports them as a browser does.
import { expect } from 'vitest';
import { importedFields } from '@anlan/contract/kit/import';
import { snakeCase } from '@anlan/contract/kit/resource';
import type { FieldSpec } from '@anlan/contract/kit/field';
import type { Declared } from '@anlan/contract/kit/module';
import { declaredResources } from '@anlan/contract/modules';
import { callNamed, dataOf, send, sendCall, type Answer } from './client.ts';
import type { TestApp } from './app.ts';
import type { TestTenant } from './tenants.ts';

export interface ImportEnd {
  id: string;
  state: string;
  message: string;
  resultUrl: string | null;
  result: {
    rows: number;
    good: number;
    bad: number;
    duplicates: number;
    unchanged: number;
    errors: { row: number; column: string; value: string; cause: string; remedy: string }[];
    notes: string[];
    inserted: number;
    updated: number;
    skipped: number;
    failed: number;
  } | null;
}

async function wordOf(app: TestApp, tenant: TestTenant, spec: FieldSpec, value: unknown): Promise<string> {
  if (value === undefined || value === null) return '';
  if (spec.refersTo === 'enterprise') return tenant.creditCodes[tenant.enterpriseIds.indexOf(String(value))] ?? '';
  const target = declaredResources.find(({ resource }) => resource.name === spec.refersTo)?.resource;
  if (target) {
    const title = target.fields[target.title]?.spec.column ?? snakeCase(target.title);
    const [row] = await app.sql<{ title: string }>(`select ${title} as title from ${target.table} where id = $1`, [
      value,
    ]);
    return row?.title ?? '';
  }
  if (spec.kind === 'money') return String(Number(value) / 100);
  if (spec.kind === 'boolean') return value === true ? '是' : '否';
  return Array.isArray(value) ? value.join('；') : String(value);
}

export async function fileOf(
  app: TestApp,
  tenant: TestTenant,
  { resource }: Pick<Declared, 'resource'>,
  rows: readonly Record<string, unknown>[],
): Promise<Buffer> {
  const fields = importedFields(resource).filter(([, { kind }]) => kind !== 'person');
  const lines = [fields.map(([, { label }]) => label)];
  for (const row of rows)
    lines.push(await Promise.all(fields.map(([key, spec]) => wordOf(app, tenant, spec, row[key]))));
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return Buffer.from(`\uFEFF${lines.map((line) => line.map(quoted).join(',')).join('\r\n')}\r\n`);
}

export function createImportClient(app: TestApp, resource: string, token: string) {
  const call = (verb: string, input: Record<string, unknown>) =>
    sendCall(app, callNamed(app, `${resource}.${verb}`), input, { token });
  const upload = (bytes: Uint8Array, name = '导入.csv'): Promise<Answer> =>
    sendCall(
      app,
      callNamed(app, `${resource}.import`),
      {},
      {
        token,
        file: { name, type: 'application/octet-stream', bytes },
      },
    );
  async function over(begun: Answer): Promise<ImportEnd> {
    expect(begun.status, begun.text).toBe(200);
    const { jobId } = dataOf<{ jobId: string }>(begun);
    const look = async () => dataOf<Omit<ImportEnd, 'id'>>(await send(app, 'GET', `/upms/job/${jobId}`, { token }));
    await expect.poll(async () => (await look()).state, { timeout: 60_000 }).not.toMatch(/waiting|running/);
    return { ...(await look()), id: jobId };
  }
  const confirm = (jobId: string, choice: Record<string, unknown> = {}) => call('importConfirm', { jobId, ...choice });
  return {
    call,
    upload,
    confirm,
    over,
    checked: async (bytes: Uint8Array, name?: string) => over(await upload(bytes, name)),
    confirmed: async (jobId: string, choice?: Record<string, unknown>) => over(await confirm(jobId, choice)),
  };
}
