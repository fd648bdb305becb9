// Simulates WeChat's open platform: a page with a QR code, a phone that scans it, and the API for the user's data.
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';

export interface OpenApp {
  appId: string;
  secret: string;
}

export interface Follower {
  openid: string;
  unionid: string;
  nickname: string;
}

const nicknames = '晨光 海风 青山 听雨 远帆 星河 麦田 松涛 白鹭 晴川 石榴 云上 小满 江南 半夏 拾光 木棉 长风 知秋 清泉';
/** Twenty WeChat users, the same at each start. */
export const followers: readonly Follower[] = nicknames.split(' ').map((nickname, index) => ({
  openid: `oSim${String(index + 1).padStart(24, '0')}`,
  unionid: `uSim${String(index + 1).padStart(24, '0')}`,
  nickname,
}));

export const qrQuery = z.object({
  appid: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  scope: z.string(),
  state: z._default(z.string().check(z.maxLength(128)), ''),
  self_redirect: z.optional(z.string()),
});

export interface QrCode {
  uuid: string;
  /** Short code below the QR picture, by which a tester finds it on the phone. */
  short: string;
  state: 'waiting' | 'scanned' | 'confirmed' | 'refused';
  nickname: string | null;
  goesTo: string | null;
  at: number;
}
interface Open extends QrCode {
  redirect: URL;
  stateText: string;
  follower: Follower | null;
}

const livesMs = 5 * 60_000;
const secret = (bytes: number) => randomBytes(bytes).toString('hex');
const loopback = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;
const refused = (errcode: number, errmsg: string) => ({ errcode, errmsg });

export function openPlatform() {
  const app: OpenApp = { appId: 'wx5a17ed0c0de2c001', secret: secret(16) };
  const codes = new Map<string, Open>();
  const grants = new Map<string, { follower: Follower; at: number; used: boolean }>();
  const tokens = new Map<string, { follower: Follower; at: number }>();

  const fresh = <T extends { at: number }>(entry: T | undefined): T | undefined =>
    entry !== undefined && Date.now() - entry.at < livesMs ? entry : undefined;
  const shown = ({ redirect: _, stateText: __, follower, ...code }: Open): QrCode & { follower: string | null } => ({
    ...code,
    follower: follower?.openid ?? null,
  });
  function goingTo({ redirect, stateText }: Open, code: string | null) {
    const to = new URL(redirect);
    if (code !== null) to.searchParams.set('code', code);
    to.searchParams.set('state', stateText);
    return to.href;
  }

  return {
    app,
    show(query: z.output<typeof qrQuery>): QrCode | string {
      if (query.appid !== app.appId) return 'AppID 参数错误';
      if (!query.scope.split(',').includes('snsapi_login')) return 'Scope 参数错误或没有 Scope 权限';
      // Accepts any address of this machine as a registered redirect.
      if (!URL.canParse(query.redirect_uri) || !loopback.test(new URL(query.redirect_uri).hostname))
        return 'redirect_uri 参数错误';
      const uuid = secret(16);
      const code: Open = {
        uuid,
        short: String(Number.parseInt(uuid.slice(0, 8), 16) % 10_000).padStart(4, '0'),
        state: 'waiting',
        nickname: null,
        goesTo: null,
        at: Date.now(),
        redirect: new URL(query.redirect_uri),
        stateText: query.state,
        follower: null,
      };
      codes.set(uuid, code);
      return shown(code);
    },
    /** Returns the QR code with this id; null when it has expired. */
    look(uuid: string): QrCode | null {
      const code = fresh(codes.get(uuid));
      return code ? shown(code) : null;
    },
    /** QR codes that nobody has confirmed yet, newest first. */
    waiting: (): QrCode[] =>
      [...codes.values()]
        .filter((code) => fresh(code) && (code.state === 'waiting' || code.state === 'scanned'))
        .toReversed()
        .map(shown),
    act(uuid: string, what: 'scan' | 'confirm' | 'refuse', openid?: string): boolean {
      const code = fresh(codes.get(uuid));
      if (!code || code.state === 'confirmed' || code.state === 'refused') return false;
      if (what === 'scan') {
        const follower = followers.find((one) => one.openid === openid) ?? followers[0];
        if (!follower || code.state !== 'waiting') return false;
        Object.assign(code, { follower, nickname: follower.nickname, state: 'scanned' });
        return true;
      }
      if (code.state !== 'scanned' || code.follower === null) return false;
      if (what === 'refuse') {
        Object.assign(code, { state: 'refused', goesTo: goingTo(code, null) });
        return true;
      }
      const grant = secret(16);
      grants.set(grant, { follower: code.follower, at: Date.now(), used: false });
      Object.assign(code, { state: 'confirmed', goesTo: goingTo(code, grant) });
      return true;
    },
    exchange({ appid, secret: givenSecret, code }: Record<string, string | undefined>) {
      if (appid !== app.appId) return refused(40013, 'invalid appid');
      if (givenSecret !== app.secret) return refused(40125, 'invalid appsecret');
      const grant = fresh(grants.get(code ?? ''));
      if (!grant) return refused(40029, 'invalid code');
      if (grant.used) return refused(40163, 'code been used');
      grant.used = true;
      const access_token = secret(32);
      tokens.set(access_token, { follower: grant.follower, at: Date.now() });
      const { openid, unionid } = grant.follower;
      const rest = { refresh_token: secret(32), scope: 'snsapi_login', openid, unionid };
      return { access_token, expires_in: 7200, ...rest };
    },
    person({ access_token, openid }: Record<string, string | undefined>) {
      const held = fresh(tokens.get(access_token ?? ''));
      if (!held) return refused(40001, 'invalid credential');
      if (held.follower.openid !== openid) return refused(40003, 'invalid openid');
      return { ...held.follower, sex: 0, province: '', city: '', country: '', headimgurl: '', privilege: [] };
    },
    clear() {
      codes.clear();
      grants.clear();
      tokens.clear();
    },
  };
}
