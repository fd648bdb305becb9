// S88: a production server answers only documented addresses, opens no other port, and lets nobody else connect to the
// database.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#config';
import { productionFaults } from '#platform/start/production.ts';
import { send, signIn } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { makeTenant } from '../../testing/tenants.ts';
import { usualPaths } from '../../testing/vulnerability-scan-urls.ts';

const metricsToken = 'm'.repeat(40);
const folder = mkdtempSync(join(tmpdir(), 'anlan-doors-'));
chmodSync(folder, 0o711);
const pages = join(folder, 'pages');
mkdirSync(join(pages, 'assets'), { recursive: true });
writeFileSync(join(pages, 'index.html'), '<!doctype html><title>安澜</title>');
writeFileSync(join(pages, 'assets/a.js'), 'export {};');
writeFileSync(join(pages, 'assets/a.js.map'), '{}');
const app = await openTestApp({
  env: { NODE_ENV: 'production', HOST: '0.0.0.0', METRICS_TOKEN: metricsToken },
  pages,
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('S88 URLs of a production server', () => {
  test('get the same 404 for two hundred paths that vulnerability scanners try', async () => {
    expect(new Set(usualPaths).size).toBeGreaterThanOrEqual(200);
    const texts = new Set<string>();
    for (const path of usualPaths) {
      const answer = await send(app, 'GET', path);
      expect(answer.status, path).toBe(404);
      texts.add(answer.text);
      const shown = await send(app, 'GET', path, { headers: { accept: 'text/html' } });
      expect([200, 404], path).toContain(shown.status);
      expect(shown.text, path).toBe('<!doctype html><title>安澜</title>');
    }
    expect([...texts]).toEqual(['{"code":1,"msg":"资源不存在","data":null}']);
  });

  test('need a token for /metrics and a permit for OpenAPI', async () => {
    expect((await send(app, 'GET', '/healthz')).text).toBe('{"status":"ok"}');
    expect((await send(app, 'GET', '/readyz')).text).toBe('{"status":"ok"}');
    for (const authorization of ['', 'Bearer wrong'])
      expect((await send(app, 'GET', '/metrics', { headers: { authorization } })).status).toBe(404);
    const metrics = await send(app, 'GET', '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
    expect(metrics.text).toContain('anlan_call_seconds');
    expect((await send(app, 'GET', '/openapi.json')).text).toBe((await send(app, 'GET', '/nothing.json')).text);
    // Signs in on a node without a captcha, because the test cannot solve one.
    const open = await openTestApp({ database: app.database });
    const { access_token: token } = await signIn(open, await makeTenant(open), 'regulator').finally(open.close);
    expect((await send(app, 'GET', '/openapi.json', { token })).status).toBe(403);
    expect((await send(app, 'GET', '/assets/a.js')).status).toBe(200);
    expect((await send(app, 'GET', '/assets/a.js.map')).status).toBe(404);
  });

  test.each([
    ['a proxy on this machine', { NODE_ENV: 'production', TRUST_PROXY: '127.0.0.1' }],
    ['a PUBLIC_URL', { NODE_ENV: 'production', PUBLIC_URL: 'https://anlan.example' }],
    ['a proxy that is not configured', { NODE_ENV: 'production' }],
    ['a proxy outside production', { TRUST_PROXY: '127.0.0.1' }],
  ])('S91 refuse metrics and OpenAPI to anonymous users on loopback with %s', async (_, env) => {
    const behind = await openTestApp({ database: app.database, env });
    try {
      const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
      const nothing = await send(behind, 'GET', '/nothing.json', { headers });
      for (const path of ['/metrics', '/openapi.json']) {
        for (const more of [headers, {}]) {
          const answer = await send(behind, 'GET', path, { headers: more });
          expect([answer.status, answer.text], path).toEqual([404, nothing.text]);
        }
        const made = await send(behind, 'GET', path, { token: 'x'.repeat(32) });
        expect(made.status, path).toBe(404);
      }
    } finally {
      await behind.close();
    }
  });

  test('require TLS and a password for an external Redis', () => {
    const faults = (REDIS_URL: string) =>
      productionFaults(readConfig({ NODE_ENV: 'production', REDIS_URL }, folder), []).filter((line) =>
        line.includes('REDIS'),
      );
    expect(faults('redis://10.0.0.5:6379')).toHaveLength(2);
    expect(faults('rediss://10.0.0.5:6379')).toEqual(['REDIS_URL 没有密码']);
    expect(faults('rediss://:redis@10.0.0.5:6379')).toEqual(['REDIS_URL 用了众所周知的值']);
    expect(faults(`rediss://:${'x'.repeat(40)}@10.0.0.5:6379`)).toEqual([]);
    expect(faults('redis://127.0.0.1:6379')).toEqual([]);
  });
});

function socketsOf(pid: number): Set<string> {
  const inodes = new Set<string>();
  const tree = [pid];
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = (() => {
      try {
        return Number(
          readFileSync(`/proc/${entry}/stat`, 'utf8')
            .replace(/^.*\) . /, '')
            .split(' ')[0],
        );
      } catch {
        return 0;
      }
    })();
    if (tree.includes(parent)) tree.push(Number(entry));
  }
  for (const one of tree) {
    try {
      for (const fd of readdirSync(`/proc/${one}/fd`)) {
        const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${one}/fd/${fd}`))?.[1];
        if (inode) inodes.add(inode);
      }
    } catch {
      // Ignored: the process has just ended.
    }
  }
  return inodes;
}

function portsOf(inodes: Set<string>): number[] {
  return ['tcp', 'tcp6', 'udp', 'udp6']
    .flatMap((kind) =>
      readFileSync(`/proc/net/${kind}`, 'utf8')
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/\s+/)),
    )
    .filter((part) => (part[3] === '0A' || part[3] === '07') && inodes.has(part[9] ?? ''))
    .map((part) => Number.parseInt(part[1]?.split(':')[1] ?? '', 16));
}

describe.skipIf(process.getuid?.() !== 0)('S88 a production start', () => {
  let child: ChildProcess;
  let port = 0;
  const dataDir = join(folder, 'data');
  beforeAll(async () => {
    child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_ENV: 'production',
        PORT: '0',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (!child.stdout) throw new Error('no output');
    for await (const line of createInterface(child.stdout)) {
      port = Number(/^ready .*:(\d+)$/.exec(line)?.[1] ?? 0);
      if (port > 0) break;
    }
  }, 120_000);
  afterAll(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }, 60_000);

  test('opens exactly one port', () => {
    const postgres = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    const inodes = new Set([...socketsOf(child.pid ?? 0), ...socketsOf(postgres)]);
    expect(portsOf(inodes)).toEqual([port]);
  });

  test('lets no other user of the machine connect to its database', async () => {
    const [, , , , socketFolder = '', ,] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
    const [socket] = readdirSync(socketFolder).filter((name) => /^\.s\.PGSQL\.\d+$/.test(name));
    const code = `require('node:net').connect(process.argv[1]).on('connect',()=>console.log('connected')).on('error',(e)=>console.log(e.code))`;
    const printed = await new Promise<string>((done, fail) =>
      execFile(
        process.execPath,
        ['-e', code, join(socketFolder, socket ?? '')],
        { uid: 65_534, gid: 65_534, cwd: '/', timeout: 20_000 },
        (error, out) => (error && out === '' ? fail(error) : done(out.trim())),
      ),
    );
    expect(printed).toBe('EACCES');
  });
});
