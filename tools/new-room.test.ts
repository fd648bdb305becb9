import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBans } from './bans.ts';
import { makeRoom } from './new-room.ts';
import { checkArrows } from './arrows.ts';
import { readTree } from './source.ts';
import { checkVocabulary } from './vocabulary.ts';

const repository = join(import.meta.dirname, '..');
const root = mkdtempSync(join(tmpdir(), 'anlan-room-'));
// A name that the order knows, so that the room can be made anew wherever it stands already.
const room = 'topic';
const isRoom = (path: string) => path.split(/[/.]/).includes(room) || path.endsWith(`-${room}.sql`);
let made: string[] = [];

/** Runs a program of Node beside us: who is held up for a minute is taken for dead by whoever waits for the tests. */
const run = (command: string[]) =>
  new Promise<{ status: number | null; said: string }>((done, fail) => {
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (said += part));
    child.once('error', fail);
    child.once('close', (status) => done({ status, said }));
  });
const bin = (path: string) => join(repository, 'node_modules', path);
const mentionsRoom = (said: string) => said.split('\n').filter((line) => line.includes(room));

beforeAll(() => {
  const skipped = new Set(['node_modules', 'dist', '.git']);
  for (const name of ['apps', 'packages', 'package.json', 'tsconfig.base.json', '.oxlintrc.json', '.oxfmtrc.json'])
    cpSync(join(repository, name), join(root, name), {
      recursive: true,
      filter: (path) => !skipped.has(path.slice(path.lastIndexOf('/') + 1)) && !isRoom(path.slice(repository.length)),
    });
  mkdirSync(join(root, 'node_modules/@anlan'), { recursive: true });
  for (const name of readdirSync(join(repository, 'node_modules')))
    if (name !== '@anlan') symlinkSync(join(repository, 'node_modules', name), join(root, 'node_modules', name));
  symlinkSync('../../packages/contract', join(root, 'node_modules/@anlan/contract'));
  made = makeRoom(root, room, '专题');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a new room stands on every floor', () => {
  for (const floor of [
    'contract/src/domain',
    'contract/src/wire',
    'server/src/modules',
    'server/migrations',
    'web/src/features',
  ])
    expect(
      made.some((path) => path.includes(floor)),
      floor,
    ).toBe(true);
});

test('a new room keeps the arrows, the bans and the words of the house', () => {
  const files = readTree(root).filter(({ path }) => made.includes(path));
  expect(checkArrows(readTree(root)).filter((line) => line.includes(room))).toEqual([]);
  expect(checkBans(files)).toEqual([]);
  expect(checkVocabulary(made)).toEqual([]);
});

// The planted mistake proves that the compiler looked.
test.each([
  ['packages/contract', 'packages/contract/src/domain/topic-wrong.ts'],
  ['apps/server', 'apps/server/src/modules/topic/wrong.test.ts'],
  ['apps/web', 'apps/web/src/features/topic/wrong.test.ts'],
])('a new room type-checks in %s', async (workspace, wrong) => {
  writeFileSync(join(root, wrong), "export const wrong: number = '';");
  expect(mentionsRoom((await run([bin('typescript/bin/tsc'), '-p', workspace])).said)).toEqual([
    expect.stringContaining('error TS2322'),
  ]);
  rmSync(join(root, wrong));
});

test('a new room is formatted and clean of lint', async () => {
  const code = made.filter((path) => !path.endsWith('.sql'));
  expect(await run([bin('oxlint/bin/oxlint'), ...code])).toMatchObject({ status: 0 });
  expect(await run([bin('oxfmt/bin/oxfmt'), '--check', ...code])).toMatchObject({ status: 0 });
});

test('a room that has begun is not written over', () => {
  expect(() => makeRoom(root, room, '专题')).toThrow('has begun already');
  expect(() => makeRoom(root, '../x', 'x')).toThrow('kebab-case');
});
