// `npm run pack`: writes artifacts/anlan-<release>-<platform>.tar.gz, which an operator can verify and run without npm
// and without network (decision 0100). Two packs of one commit are equal.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { release } from '../packages/contract/src/release.ts';
import { ensureWebBuilt, root, serverEnv, serverFlags } from './bootstrap.mjs';
import { neededPackages, type PackageGraph } from './pack-packages.ts';
import { sbomOf, type ReleaseFacts } from './pack-sbom.ts';

const platform = `${process.platform}-${process.arch}`;
const nodePackage = `node_modules/node-${platform}`;
const largestBytes = 400 * 1000 * 1000;

/** Files of packages that no start reads: types, source maps, static libraries. */
const unread = /\.(d\.[mc]?ts|map|a)$/;
/** Files of this repository that belong to a release. Tests are left out. */
const sources = ['apps/server', 'packages/contract', 'docs/operations', 'deploy'];
const pages = ['SPEED', 'FIGURES', 'SECURITY-TESTS'].map((name) => `docs/${name}.md`);
const documents = ['LICENSE', 'NOTICE', 'CHANGELOG.md', 'SECURITY.md', ...pages];
const ours = (path: string) =>
  !/\.test\.tsx?$|(^|\/)(node_modules|testing|fixtures)(\/|$)|tsconfig\.json$|^deploy\/archive(\/|$)/.test(path);

function* filesUnder(path: string, wanted: (path: string) => boolean): Generator<string> {
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    const inside = posix.join(path, entry.name);
    if (!wanted(inside)) continue;
    if (entry.isDirectory()) yield* filesUnder(inside, wanted);
    else yield inside;
  }
}

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });

/** Only files that git tracks, so that settings and data of this folder never reach a release. */
const sourceFiles = () =>
  git('ls-files', '-z', '--', ...sources, ...documents)
    .split('\0')
    .filter((path) => path !== '' && ours(path));

/** Puts a file into the folder of the release: a hard link where possible, because most files are large. */
function put(folder: string, path: string) {
  const [from, to] = [join(root, path), join(folder, path)];
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) return symlinkSync(readlinkSync(from), to);
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

function write(folder: string, path: string, text: string, mode = 0o644) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text, { mode });
}

/** Licence texts of the packages that are part of the built page and have no folder of their own in the release. */
function pageLicences(page: PackageGraph, server: PackageGraph): string {
  return [...page.keys()]
    .filter((path) => !server.has(path))
    .flatMap((path) => {
      const name = readdirSync(join(root, path)).find((file) => /^(licen[cs]e|copying)/i.test(file));
      const text =
        name && statSync(join(root, path, name)).isFile() ? readFileSync(join(root, path, name), 'utf8') : '';
      return text ? [`== ${path.slice(path.lastIndexOf('node_modules/') + 13)}\n\n${text.trim()}\n`] : [];
    })
    .join('\n');
}

const quoted = (value: string) => `'${value}'`;

export function launcher(): string {
  const settings = Object.entries(serverEnv).map(([name, value]) => `export ${name}=${quoted(value)}`);
  return readFileSync(join(root, 'deploy/archive/anlan'), 'utf8')
    .replaceAll('@NODE@', `${nodePackage}/bin/node`)
    .replaceAll('@RELEASE@', release)
    .replaceAll('@PLATFORM@', platform)
    .replace('@ENVIRONMENT@', settings.join('\n'))
    .replace('@FLAGS@', serverFlags.join(' '));
}

const listFolder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    // A link to a folder has no checksum.
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted();

/** Writes SHA256SUMS, in the form of sha256sum. The last line shows that the list is complete. */
export function writeSums(folder: string): { files: number; bytes: number } {
  const files = listFolder(folder);
  const sums = files.map((path) => {
    const sum = createHash('sha256').update(readFileSync(join(folder, path)));
    return `${sum.digest('hex')}  ${path}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), `${sums.join('')}# end\n`);
  return { files: files.length, bytes: files.reduce((sum, path) => sum + lstatSync(join(folder, path)).size, 0) };
}

function layOut(folder: string, facts: ReleaseFacts) {
  const server = neededPackages(root, 'apps/server');
  const page = neededPackages(root, 'apps/web');
  for (const path of [...sourceFiles(), ...filesUnder('apps/web/dist', () => true)]) put(folder, path);
  const isNested = (path: string, inside: string) => inside !== path && server.has(inside);
  for (const path of server.keys())
    for (const file of filesUnder(path, (inside) => !unread.test(inside) && !isNested(path, inside))) put(folder, file);
  for (const file of ['bin/node', 'LICENSE', 'package.json'])
    if (existsSync(join(root, nodePackage, file))) put(folder, posix.join(nodePackage, file));
  mkdirSync(join(folder, 'node_modules/@anlan'), { recursive: true });
  symlinkSync('../../packages/contract', join(folder, 'node_modules/@anlan/contract'));
  write(folder, 'anlan', launcher(), 0o755);
  write(
    folder,
    'README.md',
    readFileSync(join(root, 'deploy/archive/README.md'), 'utf8').replaceAll('@RELEASE@', release),
  );
  write(folder, 'apps/web/LICENCES.txt', pageLicences(page, server));
  write(folder, 'sbom.cdx.json', sbomOf(root, facts, { server, page }));
}

/** Writes the folder as a tar file whose bytes depend only on names, modes and contents. */
async function archive(parent: string, name: string, time: number, target: string) {
  const order = readdirSync(join(parent, name))
    .toSorted()
    .filter((file) => file !== 'SHA256SUMS');
  const tar = spawn(
    'tar',
    [
      '--create',
      '--format=gnu',
      '--sort=name',
      `--mtime=@${time}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      // Modes do not depend on the umask of the installation.
      '--mode=u+rwX,go+rX,go-w',
      // Equal files that share an inode are written twice.
      '--hard-dereference',
      // The list of checksums is last, so that an interrupted extraction lacks it.
      ...[...order, 'SHA256SUMS'].map((file) => `${name}/${file}`),
    ],
    { cwd: parent, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LC_ALL: 'C' } },
  );
  const ended = new Promise<number | null>((done, fail) => {
    tar.once('error', fail);
    tar.once('close', done);
  });
  await pipeline(tar.stdout, createGzip({ level: 6 }), createWriteStream(target));
  const code = await ended;
  if (code !== 0) throw new Error(`tar ended with ${code}`);
}

const hashOf = async (path: string) => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
};

export async function pack(output: string) {
  if (!existsSync(join(root, nodePackage))) throw new Error(`no pinned Node for ${platform}: pack on linux-x64`);
  mkdirSync(output, { recursive: true });
  await ensureWebBuilt();
  const facts = { release, platform, time: Number(git('log', '-1', '--format=%ct')) };
  const name = `anlan-${release}-${platform}`;
  const parent = join(output, `.pack-${process.pid}`);
  const target = join(output, `${name}.tar.gz`);
  try {
    mkdirSync(join(parent, name), { recursive: true });
    layOut(join(parent, name), facts);
    const { files, bytes } = writeSums(join(parent, name));
    if (bytes > largestBytes) throw new Error(`the release has ${bytes} bytes, more than ${largestBytes}`);
    await archive(parent, name, facts.time, target);
    const sum = await hashOf(target);
    writeFileSync(`${target}.sha256`, `${sum}  ${name}.tar.gz\n`);
    return { target, sum, files, bytes, packedBytes: statSync(target).size };
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const changes = git('status', '--porcelain');
  if (changes !== '') throw new Error(`a release is packed from a commit, and these files differ from it:\n${changes}`);
  const { target, sum, files, bytes, packedBytes } = await pack(process.argv[2] ?? join(root, 'artifacts'));
  const mb = (size: number) => `${(size / 1e6).toFixed(0)} MB`;
  console.log(`${target}\n${sum}\n${files} files, ${mb(bytes)} unpacked, ${mb(packedBytes)} packed`);
}
