import { createServer } from 'node:net';
import { startCommand } from './own-command.ts';
import { StartError } from './start-error.ts';

export function listenProblem(host: string, port: number, error: unknown): StartError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE')
    return new StartError(
      `端口 ${port} 已被别的程序占用：停掉它，或用 PORT 换一个，例如 PORT=${port + 1} ${startCommand()}。`,
    );
  if (code === 'EACCES') return new StartError(`没有权限监听端口 ${port}：用 PORT 换一个 1024 以上的端口。`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new StartError(`本机没有地址 ${host}：改正 HOST。`);
  return undefined;
}

/** Throws when the address is in use. Checked first, because the seed that follows takes minutes. */
export const checkPort = (host: string, port: number): Promise<void> =>
  new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', (error) => fail(listenProblem(host, port, error) ?? error));
    probe.listen({ host, port }, () => probe.close(() => done()));
  });
