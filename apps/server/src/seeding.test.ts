// A seed that was interrupted, and a seed by two nodes at once.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { openDb } from '#platform/db/index.ts';
import { copyDatabase, testMasterKey } from '../testing/cluster.ts';
import { seedDatabase } from './seed.ts';

const folder = mkdtempSync(join(tmpdir(), 'anlan-seeding-'));
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await new Promise((done) => child.once('exit', done));
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a whole server on the data of this test file, and reads its output line by line. */
function start(words: string[] = []) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'silent',
      SEED: '5',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const lines: string[] = [];
  const waiting = new Map<string, (line: string) => void>();
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      for (const [begin, resolveLine] of waiting) if (line.startsWith(begin)) resolveLine(line);
    });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  /** The first line with this prefix; undefined when the process ends without it. */
  const line = (begin: string) =>
    Promise.race([new Promise<string>((done) => waiting.set(begin, done)), ended.then(() => undefined)]);
  return { child, lines, line, ended };
}

test('continues an interrupted seed at the next start', async () => {
  const first = start();
  const [made, begun, outcome] = [first.line('演示数据：临澜区'), first.line('演示数据：云岭市'), first.line('ready ')];
  expect(await made, first.lines.join('\n')).toBeDefined();
  expect(await begun, first.lines.join('\n')).toBeDefined();
  first.child.kill('SIGKILL');
  await first.ended;
  void outcome;

  const second = start();
  const [listening, accounts] = [second.line('ready '), second.line('  3 ')];
  const ready = await listening;
  expect(ready, second.lines.join('\n')).toBeDefined();
  const origin = ready?.replace('ready ', '') ?? '';
  const names = await (await fetch(`${origin}/upms/tenant/list`, { headers: { authorization: '' } })).text();
  expect(names).toContain('临澜区应急管理局（演示）');
  expect(await accounts, second.lines.join('\n')).toContain('admin3');
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  const printed = second.lines.join('\n');
  for (const name of ['平台管理', '临澜区']) expect(printed).not.toContain(`演示数据：${name}`);
  for (const name of ['云岭市', '安澜控股']) expect(printed).toContain(`演示数据：${name}`);
  expect(printed.indexOf('ready ')).toBeLessThan(printed.indexOf('admin1'));
  second.child.kill('SIGTERM');
  await second.ended;

  // The next start has nothing to create and nothing to search.
  const third = start();
  expect(await third.line('ready ')).toBeDefined();
  expect(third.lines.filter((text) => /演示数据|更新|加密/.test(text))).toEqual([]);
  // Time for three server starts on a busy machine.
}, 400_000);

test('two nodes that start on an empty database at once create the platform once', async () => {
  const database = await copyDatabase({ name: 'anlan_empty_template', fill: () => Promise.resolve() });
  const nodes = [1, 2].map(() => openDb(database.appUrl, { max: 2 }));
  const config = { seed: { kind: 'none' as const } };
  const starts = nodes.map((db) => seedDatabase({ db, masterKey: testMasterKey, config, log: () => {} }));
  const outcomes = await Promise.allSettled(starts);
  await Promise.all(nodes.map((db) => db.close()));
  await database.drop();
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: [] },
    { status: 'fulfilled', value: [] },
  ]);
});
