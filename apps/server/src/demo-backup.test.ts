// Backs up, restores and checks the demo installation with the operator's commands.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withConnection } from '#platform/db/connection.ts';
import { startEmbedded } from '#platform/postgres/index.ts';

// Long timeouts, because each command starts a complete database.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 400_000 });

let folder = '';
let dataDir = '';

const run = (program: string, words: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: unknown; output: string }>((done) => {
    const options = {
      cwd: folder,
      maxBuffer: 1 << 26,
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env },
    };
    execFile(process.execPath, [join(import.meta.dirname, program), ...words], options, (error, out, err) =>
      done({ code: error?.code ?? 0, output: `${out}${err}`.trim() }),
    );
  });

interface FileRow {
  name: string;
  purpose: string;
  key: string;
  sha256: string;
  bytes: number;
}
async function query<T extends object>(home: string, text: string): Promise<T[]> {
  const server = await startEmbedded({ dataDir: home, log: () => {} });
  try {
    return await withConnection(server.superuserUrl, async (client) => (await client.query<T>(text)).rows);
  } finally {
    await server.stop();
  }
}
const filesOf = (home: string) =>
  query<FileRow>(home, 'select name, purpose, key, sha256, size_bytes::int as bytes from file order by tenant_id, id');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anlan-demo-backup-'));
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
  const { code, output: said } = await run('main.ts', ['--seed-only'], { SEED: '5' });
  expect(code, said).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('seeds demo photos that are small and all different', async () => {
  const files = await filesOf(dataDir);
  const read = ({ key }: FileRow) => readFileSync(join(dataDir, 'files', key));
  const falsely = files.filter(
    (one) => createHash('sha256').update(read(one)).digest('hex') !== one.sha256 || read(one).length !== one.bytes,
  );
  expect(falsely).toEqual([]);
  const photos = files.filter(({ purpose }) => purpose === 'photo');
  expect(new Set(photos.map(({ name }) => name)).size).toBe(4);
  expect(new Set(photos.map(({ sha256 }) => sha256)).size).toBe(photos.length);
  expect(photos.filter(({ bytes }) => bytes > 6 * 1024)).toEqual([]);
  // Plans of several sites are the same drawing; every other picture of a tenant has pixels of its own.
  const drawings = new Set<string>();
  const drawn = photos.filter(({ name, key }) => name !== '平面图.png' && key.startsWith('1/'));
  for (const one of drawn) {
    const pixels = await sharp(read(one), { failOn: 'warning' }).resize(90).raw().toBuffer();
    drawings.add(createHash('sha256').update(pixels).digest('hex'));
  }
  expect(drawings.size).toBe(drawn.length);
});

test('S84 backs up the demo and restores it with every file', async () => {
  const backup = await run('backup.ts', ['backup']);
  expect(backup.code, backup.output).toBe(0);
  const check = await run('backup.ts', ['restore-check']);
  expect(check.output).toMatch(/^恢复演练通过：备份 /m);
  expect(check.code).toBe(0);
  const to = join(folder, 'restored');
  const restore = await run('backup.ts', ['restore', '--to', to, '--from', `${dataDir}-backup`]);
  expect(restore.code, restore.output).toBe(0);
  const files = await filesOf(to);
  expect(files).toEqual(await filesOf(dataDir));
  expect(files.filter(({ key }) => !existsSync(join(to, 'files', key)))).toEqual([]);
});
