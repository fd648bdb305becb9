import { spawn } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { notifyPaths, privateKeyOf, publicKeyOf, type PaySettings } from '../pay/settings.ts';
import type { FaceSettings } from '../face/settings.ts';
import type { TianyanchaSettings } from '../company-lookup/settings.ts';
import type { WxOpenSettings } from '../wxopen/index.ts';

// A program of its own, which the server starts and never imports.
const program = join(import.meta.dirname, '../../../../simulator/src/main.ts');
// It waits most of the time: little memory counts for more than speed (49 MB instead of 63).
const flags = ['--max-semi-space-size=1', '--optimize-for-size'];
const wechatTold = z.object({
  mchId: z.string(),
  appId: z.string(),
  serial: z.string(),
  privateKey: z.string(),
  apiV3Key: z.string(),
});
const alipayTold = z.object({
  appId: z.string(),
  sellerId: z.string(),
  privateKey: z.string(),
  publicKey: z.string(),
});
const told = z.object({
  address: z.string(),
  open: z.object({ appId: z.string(), secret: z.string() }),
  pay: z.object({ wechat: wechatTold, alipay: alipayTold }),
  companies: z.object({ token: z.string() }),
  face: z.object({ token: z.string() }),
});
/** Where the simulator listens, and what this installation is to its vendors. */
export type SimulatorFacts = z.output<typeof told>;

/** Where the simulator shall listen. */
export interface SimulatorPlace {
  port: number;
  /** Whether any free port will do where that one is taken. */
  orAny: boolean;
}

/** Settings that make a vendor of the simulator; those of the real one have the same shape. */
export const wxopenOf = (
  { address, open }: Pick<SimulatorFacts, 'address' | 'open'>,
  redirect: () => string,
): WxOpenSettings => ({
  ...open,
  authBase: `${address}/open`,
  apiBase: `${address}/open`,
  redirect,
});

/** The same for those who take money; WeChat Pay's certificates are fetched as in earnest. */
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
    },
  };
}

/** The same for the register of companies. */
export const tianyanchaOf = ({
  address,
  companies,
}: Pick<SimulatorFacts, 'address' | 'companies'>): TianyanchaSettings => ({
  ...companies,
  base: `${address}/tyc`,
});

/** The same for the service that compares faces. */
export const faceOf = ({ address, face }: Pick<SimulatorFacts, 'address' | 'face'>): FaceSettings => ({
  ...face,
  base: `${address}/face`,
});

/**
 * Starts the simulator of the outside world beside the server; it ends when the server does, however that ends. What was
 * paid there is kept in `folder`, as the orders are kept here.
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
  const said = new Promise<SimulatorFacts | null>((done) => {
    child.once('message', (message) => {
      const read = told.safeParse(message);
      done(read.success ? read.data : null);
    });
  });
  const facts = Promise.race([said, ended.then(() => null)]);
  // Whoever waits for it must not end meanwhile; afterwards it keeps nobody alive.
  void facts.finally(() => {
    child.unref();
    child.channel?.unref();
  });
  return {
    /** What it says of itself, or null where it could not start. */
    facts,
    /** Tells it where this server is, for what knocks here by itself. */
    serves: (address: string) => void (child.connected && child.send({ serves: address })),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
