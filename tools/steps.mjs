import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { node24Env, node24Path, root } from './bootstrap.mjs';

const bin = (name) => join(root, 'node_modules', name);
const tool = (name) => [join(root, 'tools', `${name}.ts`)];
const projects = ['packages/contract', 'apps/server', 'apps/simulator', 'apps/web', '.'];

export const staticSteps = [
  ['format', [bin('oxfmt/bin/oxfmt'), '--check', '.'], [bin('oxfmt/bin/oxfmt'), '.']],
  ['lint', [bin('oxlint/bin/oxlint'), '--deny-warnings', '.'], [bin('oxlint/bin/oxlint'), '--fix', '.']],
  // One compiler process for all projects, which checks only what changed. Separate processes would check shared files
  // several times: 49 s of processor time instead of 24 s.
  ['types', [bin('typescript/bin/tsc'), '--build', '--noEmit', '--builders', '2', '--checkers', '1', ...projects]],
  ['arrows', tool('arrows')],
  ['bans', tool('bans')],
  ['vocabulary', tool('vocabulary')],
  ['plain words', tool('plain-words')],
  ['lengths', tool('lengths')],
  ['ledger', tool('ledger')],
  ['unused code', [bin('knip/bin/knip.js'), '--no-progress']],
  ['supply', tool('supply')],
  ['preset roles', tool('preset-roles'), [...tool('preset-roles'), '--write']],
  ['licences', tool('licences'), [...tool('licences'), '--write']],
];

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

export function quietly(args, env = {}) {
  return new Promise((done) => {
    const child = spawn(node24Path(), args, { cwd: root, env: node24Env(env), stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    child.stderr.on('data', (chunk) => (said += chunk));
    child.on('error', (error) => done({ ok: false, said: error.message }));
    child.on('close', (code) => done({ ok: code === 0, said }));
  });
}

/** Runs a step and prints one line. Its output is printed only when it fails. */
export async function step(name, run) {
  const since = performance.now();
  const { ok, said } = await run().catch((error) => ({ ok: false, said: error.message }));
  if (!ok && said) console.log(said.trimEnd());
  console.log(`${ok ? '✓' : '✗'} ${name} ${seconds(since)}`);
  return ok;
}

export async function runStatic() {
  const count = { passed: 0, failed: 0, said: [] };
  const queue = staticSteps.values();
  const runQueue = async () => {
    for (const [name, args] of queue) {
      const ok = await step(name, () => quietly(args));
      count[ok ? 'passed' : 'failed'] += 1;
      if (!ok) count.said.push(name);
    }
  };
  await Promise.all([runQueue(), runQueue()]);
  return count;
}

export function conclude({ passed, failed }) {
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
