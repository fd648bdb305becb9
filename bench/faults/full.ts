// A disk that fills up under writes and uploads, and has room again.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { png } from '../../apps/server/testing/sample-files.ts';
import { storageFullText } from '../../apps/server/src/kernel/storage-full.ts';
import { say } from '../measure.ts';
import { answers, faultsDir, installation, look, nodeOn, removeInstallation, until } from './installation.ts';
import { openLoad } from './load.ts';
import { openReport, seconds } from './report.ts';

const megabytes = 700;

/** Writes until nothing more goes in; in processes of their own, so that the people here go on. */
async function fill(path: string) {
  for (const block of ['1M', '4K']) {
    const dd = spawn('dd', ['if=/dev/zero', `of=${path}`, `bs=${block}`, 'oflag=append', 'conv=notrunc'], {
      stdio: 'ignore',
    });
    await once(dd, 'exit');
  }
}

/** Fills the disk of an installation and empties it again. */
export async function diskFull(): Promise<boolean> {
  const report = openReport('disk full for 20 s');
  const mount = join(faultsDir, 'disk');
  mkdirSync(mount, { recursive: true, mode: 0o711 });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'anlan-faults', mount]);
  if (mounted.status !== 0) {
    say('!!! disk-full was SKIPPED: a small disk can be mounted by root alone, and this container or user may not.');
    report.line('disk full', 'skipped: mounting is not allowed here', 'run', false);
    return report.end();
  }
  const made = await installation('full');
  const folder = join(mount, 'data');
  execFileSync('cp', ['-a', made, folder]);
  await removeInstallation(made);
  const node = nodeOn(folder);
  try {
    await node.start();
    const load = openLoad(() => node);
    await load.signIn(folder);
    load.begin(6);
    const texts = new Map<string, number>();
    const upload = async () => {
      const form = new FormData();
      form.set(
        'file',
        new Blob([Uint8Array.from(Buffer.concat([png, Buffer.alloc(300_000)]))], { type: 'image/png' }),
        'a.png',
      );
      const { status, msg } = await load.request('/upms/file/upload', form);
      const text = `${status} ${msg}`.trim();
      texts.set(text, (texts.get(text) ?? 0) + 1);
      return status;
    };
    await until('an upload', 20_000, async () => (await upload()) === 200);
    await pause(2_000);
    texts.clear();
    const ballast = join(folder, 'ballast');
    await fill(ballast);
    const before = load.figures().writes;
    for (const end = Date.now() + 20_000; Date.now() < end;) {
      await upload();
      await fill(ballast);
      await pause(200);
    }
    const during = load.figures().writes;
    const healthy = await answers(node, '/healthz');
    const told = [...texts].map(([text, n]) => `${n} × ${text}`).join(', ');
    rmSync(ballast);
    const back = await until('writes again', 120_000, () => load.figures().writes > during + 20);
    const uploading = await until('uploads again', 60_000, async () => (await upload()) === 200);
    await load.end();
    const { writes, statuses, longestMs } = load.figures();
    report.line(
      'writes acknowledged before, while full, after',
      `${before}, ${during - before}, ${writes - during}`,
      '> 0',
      writes > during,
    );
    report.line('uploads while full', told, 'the text', told.includes(storageFullText));
    report.line('answers by status', statuses);
    report.none('answers that are none of the catalogue, or none at all', load.odd);
    report.line('longest wait for an answer', seconds(longestMs), '≤ 30 s', longestMs <= 30_000);
    report.line('/healthz while full', healthy ? 'ok' : 'no', 'ok', healthy);
    report.line('writes again after module was made', seconds(back), '≤ 60 s', back <= 60_000);
    report.line('uploads again', seconds(uploading), '≤ 30 s', uploading <= 30_000);
    report.none('acknowledged writes lost, or made twice', await load.lost(folder));
    const home = join(folder, 'files');
    const stored = readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(home, join(entry.parentPath, entry.name)));
    const rows = new Set((await look<{ key: string }>(folder, 'select distinct key from file')).map(({ key }) => key));
    report.none(
      'files without a row, or half',
      stored.filter((key) => !rows.has(key)),
    );
    report.none(
      'rows without their file',
      [...rows].filter((key) => !stored.includes(key)),
    );
    report.line('ends of the server', node.process().exitCode === null ? 0 : 1, '0', node.process().exitCode === null);
    const restarts = node.said.filter((line) => line.includes('数据库进程意外结束')).length;
    report.line('times that the database gave up and was started again', restarts);
    return report.end();
  } finally {
    await node.stop();
    await removeInstallation(folder);
    spawnSync('umount', [mount]);
  }
}
