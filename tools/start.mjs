// `npm start`. Plain JavaScript, because it must run on any Node version, before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

const words = process.argv.slice(2);
const stop = (line) => {
  console.error(line);
  process.exit(1);
};

if (Number(process.versions.node.split('.')[0]) < 20)
  stop(`Node ${process.versions.node} 太旧：请安装 Node 20 或更新的版本，再运行 npm start。`);
const platform = `${process.platform}-${process.arch}`;
if (!['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'].includes(platform))
  stop(`不支持本机平台 ${platform}：请在 Linux、macOS（x64、arm64）或 Windows（x64）上运行。`);

const { diskFull, ensureInstalled, ensureWebBuilt, node24Env, node24Path, root, serverEnv, serverFlags, Stop } =
  await import('./bootstrap.mjs');

/** Starts the server as a child, which ends with this process. This process ends with the exit code of the server. */
function serve(args, ended) {
  const child = spawn(node24Path(), [...serverFlags, join(root, 'apps/server/src/main.ts'), ...args], {
    cwd: root,
    env: node24Env(serverEnv),
    // The server notices through the IPC channel that this process has ended, also after kill -9.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.on('error', (error) => stop(`Node 24 运行不了（${error.message}）：删除 node_modules 后再运行 npm start。`));
  child.on('exit', (code, signal) => ended(code ?? 128 + (constants.signals[signal] ?? 0)));
  return child;
}

/** Lets a server end in order. Windows has no signals: there the server ends when its channel closes. */
const endServer = (child, signal) => {
  if (process.platform !== 'win32') child.kill(signal);
  else if (child.connected) child.disconnect();
};

/** Reports the finished build to the server, unless it has ended. */
const sayBuilt = (child) => child.connected && child.send('built', () => {});

/** Starts the server again after each change of its source files or of the built page. */
function serveAndWatch(args) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const builder = spawn(node24Path(), [vite, 'build', '--watch', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/web'),
    env: node24Env(),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  let child;
  let timer;
  let ending = false;
  const next = () => {
    child = serve(args, (code) => {
      if (!ending) return;
      builder.kill();
      process.exit(code);
    });
  };
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (child.exitCode !== null || child.signalCode !== null) return next();
      child.once('exit', next);
      endServer(child, 'SIGTERM');
    }, 300);
  };
  const folders = ['apps/server/src', 'packages/contract/src', 'apps/web/dist'].map((name) => join(root, name));
  for (const folder of folders.filter(existsSync)) watch(folder, { recursive: true }, restart);
  next();
  return (signal) => {
    ending = true;
    clearTimeout(timer);
    endServer(child, signal);
    if (child.exitCode !== null) process.exit(0);
  };
}

/**
 * Builds the page while the server starts. If the build fails, the server is stopped; if the server ends, the build is
 * aborted.
 */
async function buildBeside(child, signal) {
  try {
    await ensureWebBuilt(signal);
    sayBuilt(child);
  } catch (error) {
    if (signal.aborted) return;
    report(error);
    endServer(child, 'SIGTERM');
  }
}

function report(error) {
  process.exitCode = 1;
  if (error instanceof Stop) console.error(error.message);
  else if (['ENOSPC', 'EDQUOT'].includes(error.code)) console.error(diskFull(error.path ?? root));
  else if (['EACCES', 'EPERM', 'EROFS'].includes(error.code))
    console.error(`写不了 ${error.path ?? root}（${error.code}）：检查目录权限，再运行 npm start。`);
  else console.error(error);
}

try {
  ensureInstalled({ dev: false });
  const dev = words.includes('--dev');
  const once = words.some((word) =>
    ['--seed-only', '--migrate-only', '--lock-demo', '--verify-audit', '--rescue-admin', '--rotate-keys'].includes(
      word,
    ),
  );
  const args = words.filter((word) => word !== '--dev');
  let pass;
  if (dev && !once) {
    await ensureWebBuilt();
    pass = serveAndWatch(args);
  } else if (once) {
    const child = serve(args, (code) => process.exit(code));
    pass = (signal) => endServer(child, signal);
  } else {
    // The build runs while the server opens its database; the server waits for the page before it listens.
    const building = new AbortController();
    const child = serve([...args, '--page-follows'], async (code) => {
      building.abort();
      await built;
      process.exit(process.exitCode || code);
    });
    pass = (signal) => endServer(child, signal);
    const slow = setTimeout(() => console.log('正在生成页面 …'), 600);
    const built = buildBeside(child, building.signal).finally(() => clearTimeout(slow));
  }
  // A terminal also sends Ctrl-C to the server. A second signal has no further effect.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal));
} catch (error) {
  report(error);
  process.exit(1);
}
