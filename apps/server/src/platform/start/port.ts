import { createServer } from 'node:net';
import { StartError } from './start-error.ts';

/** What a person reads when the address cannot be listened on. */
export function listenProblem(host: string, port: number, error: unknown): StartError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE')
    return new StartError(`端口 ${port} 已被别的程序占用：停掉它，或用 PORT 换一个，例如 PORT=${port + 1} npm start。`);
  if (code === 'EACCES') return new StartError(`没有权限监听端口 ${port}：用 PORT 换一个 1024 以上的端口。`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new StartError(`本机没有地址 ${host}：改正 HOST。`);
  return undefined;
}

/** Refuse early, before minutes of seeding, when the address is taken. */
export const checkPort = (host: string, port: number): Promise<void> =>
  new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', (error) => fail(listenProblem(host, port, error) ?? error));
    probe.listen({ host, port }, () => probe.close(() => done()));
  });
