import { spawn } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { notifyPaths, privateKeyOf, publicKeyOf, type PaySettings } from '../pay/settings.ts';
import type { FaceSettings } from '../face/settings.ts';
import type { TianyanchaSettings } from '../company-lookup/settings.ts';
import type { WxOpenSettings } from '../wxopen/index.ts';

// The simulator is a separate program. The server starts it and never imports it.
const program = join(import.meta.dirname, '../../../../simulator/src/main.ts');
// The simulator is mostly idle, so low memory matters more than speed: 49 MB instead of 63 MB.
const flags = ['--max-semi-space-size=1', '--optimize-for-size'];
const wechatTold = z.object({
  mchId: z.string(),
  appId: z.string(),
  serial: z.string(),
  privateKey: z.string(),
  apiV3Key: z.string(),
  appSecret: z.string(),
});
const alipayTold = z.object({
  appId: z.string(),
  sellerId: z.string(),
  privateKey: z.string(),
  publicKey: z.string(),
});
const factsSchema = z.object({
  address: z.string(),
  open: z.object({ appId: z.string(), secret: z.string() }),
  pay: z.object({ wechat: wechatTold, alipay: alipayTold }),
  companies: z.object({ token: z.string() }),
  face: z.object({ token: z.string() }),
});
/** Facts that the simulator reports: its address, and the accounts of this installation at the simulated vendors. */
export type SimulatorFacts = z.output<typeof factsSchema>;

export interface SimulatorPlace {
  port: number;
  orAny: boolean;
}

/** Settings for WeChat sign-in that use the simulator as vendor. They have the same fields as for the real vendor. */
export const wxopenOf = (
  { address, open }: Pick<SimulatorFacts, 'address' | 'open'>,
  redirect: () => string,
): WxOpenSettings => ({
  ...open,
  authBase: `${address}/open`,
  apiBase: `${address}/open`,
  redirect,
});

export function payOf({ address, pay }: Pick<SimulatorFacts, 'address' | 'pay'>, here: () => string): PaySettings {
  const { wechat, alipay } = pay;
  const [merchantKey, appKey] = [privateKeyOf(wechat.privateKey), privateKeyOf(alipay.privateKey)];
  const alipayKey = publicKeyOf(alipay.publicKey);
  if (!merchantKey || !appKey || !alipayKey) throw new Error('the simulator told keys that are none');
  return {
    wechat: {
      base: `${address}/pay`,
      mchId: wechat.mchId,
      appId: wechat.appId,
      serial: wechat.serial,
      privateKey: merchantKey,
      apiV3Keys: [wechat.apiV3Key],
      platformKeys: new Map(),
      notifyUrl: () => `${here()}${notifyPaths.wechat(wechat.mchId)}`,
      homeUrl: here,
      oauth: { secret: wechat.appSecret, authBase: `${address}/pay`, apiBase: `${address}/pay` },
    },
    alipay: {
      gateway: `${address}/ali/gateway.do`,
      appId: alipay.appId,
      sellerId: alipay.sellerId,
      privateKey: appKey,
      publicKeys: [alipayKey],
      certificates: null,
      billBase: address,
      notifyUrl: () => `${here()}${notifyPaths.alipay(alipay.appId)}`,
      homeUrl: here,
    },
  };
}

export const tianyanchaOf = ({
  address,
  companies,
}: Pick<SimulatorFacts, 'address' | 'companies'>): TianyanchaSettings => ({
  ...companies,
  base: `${address}/tyc`,
});

export const faceOf = ({ address, face }: Pick<SimulatorFacts, 'address' | 'face'>): FaceSettings => ({
  ...face,
  base: `${address}/face`,
});

/**
 * Starts the simulator as a child process, which ends with the server. The simulator stores its payments in `folder`,
 * because the server stores the orders too.
 */
export function startSimulator({ port, orAny }: SimulatorPlace, folder: string) {
  const child = spawn(
    process.execPath,
    [...flags, program, String(port), ...(orAny ? ['--or-any'] : []), `--keep=${folder}`],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  );
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  const factsMessage = new Promise<SimulatorFacts | null>((done) => {
    child.once('message', (message) => {
      const read = factsSchema.safeParse(message);
      done(read.success ? read.data : null);
    });
  });
  const facts = Promise.race([factsMessage, ended.then(() => null)]);
  // The child keeps this process alive only until it has reported its facts.
  void facts.finally(() => {
    child.unref();
    child.channel?.unref();
  });
  return {
    facts,
    serves: (address: string) => void (child.connected && child.send({ serves: address })),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
