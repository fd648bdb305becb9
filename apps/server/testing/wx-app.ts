// A server with a public account of the simulated WeChat. Both sides connect over real sockets.
import { createSimulator } from '../../simulator/src/server.ts';
import { dataOf } from './client.ts';
import { openPeople } from './resource-test-data.ts';
import { openTestApp, type TestAppOptions } from './app.ts';

/** Credentials of the account. The AES key is 43 characters of base64. */
const wxKeys = { secret: 's'.repeat(32), token: 'tokenOfTests', aesKey: `${'abcdefg'.repeat(6)}A` };

export async function openWxApp(options: TestAppOptions = {}) {
  const simulator = createSimulator();
  const address = await simulator.listen(0);
  const app = await openTestApp({
    ...options,
    env: { WXMP_API_BASE: `${address}/wx`, OUTBOUND_ALLOW_PRIVATE: '127.0.0.1', ...options.env },
  });
  const here = await app.app.listen({ host: '127.0.0.1', port: 0 });
  const people = await openPeople(app);

  async function lever<T = Record<string, unknown>>(path: string, body: object): Promise<T> {
    const reply = await fetch(`${address}/_ctl/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    const answer: T = JSON.parse(await reply.text());
    return answer;
  }
  const sameTime = () => lever('wx/clock', { offsetMs: app.clock.now().getTime() - Date.now() });
  await sameTime();

  return {
    app,
    people,
    simulator: address,
    here,
    lever,
    async account(appId: string, mode: 'safe' | 'compatible' | 'plain' = 'safe', enterpriseId?: string) {
      await lever('wx/account', { appId, ...wxKeys, mode, door: `${here}/weixin/portal/${appId}` });
      dataOf(
        await people.call(
          'wxAccount.create',
          {
            name: `公众号 ${appId}`,
            appId,
            kind: '2',
            mode: { plain: '0', compatible: '1', safe: '2' }[mode],
            ...(enterpriseId === undefined ? {} : { enterpriseId }),
            ...wxKeys,
          },
          'admin',
        ),
      );
      return appId;
    },
    act: (appId: string, openid: string, what: string, more: object = {}) =>
      lever<{ status: number; answer: string; mediaId: string | null; problem?: string }>('wx/act', {
        appId,
        openid,
        what,
        ...more,
      }),
    async pass(seconds: number) {
      app.clock.pass(seconds);
      await sameTime();
    },
    async close() {
      await app.close();
      await simulator.close();
    },
  };
}
export type WxApp = Awaited<ReturnType<typeof openWxApp>>;
export const followerNo = (no: number): string => `oSim${String(no).padStart(24, '0')}`;
