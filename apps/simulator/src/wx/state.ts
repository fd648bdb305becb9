// State of the simulated WeChat: accounts, followers, messages, and how many answers are left.
import { createHash, randomBytes } from 'node:crypto';
import { followers } from '../wechat-open-platform.ts';
import { samplePicture } from './samples.ts';

export interface Account {
  appId: string;
  name: string;
  secret: string;
  token: string;
  aesKey: string;
  mode: 'plain' | 'compatible' | 'safe';
  door: string | null;
  accessToken: string;
  accessTokenUntil: number;
  menu: (MenuEntry & { sub_button?: MenuEntry[] | undefined })[];
  publications: Publication[];
  /** Result of the next publications: 0 success, 2 refused as not original, 3 refused. */
  publishEnds: number;
  materials: Material[];
  drafts: { mediaId: string; updatedAt: number; articles: Record<string, unknown>[] }[];
}
export interface MenuEntry {
  name: string;
  type?: string | undefined;
  key?: string | undefined;
  url?: string | undefined;
  appid?: string | undefined;
  pagepath?: string | undefined;
  media_id?: string | undefined;
}
/** A publication of articles. Status: 0 done, 1 in progress, 2 and 3 refused, 4 withdrawn. */
export interface Publication {
  publishId: string;
  articleId: string;
  status: number;
  articles: number;
}
export interface Material {
  mediaId: string;
  type: string;
  name: string;
  contentType: string;
  bytes: Buffer;
  title: string;
  introduction: string;
  updatedAt: number;
}
export interface Line {
  from: 'follower' | 'account';
  kind: string;
  text: string;
  mediaId: string | null;
  card: LineCard | null;
  at: number;
}
/** What the phone draws as a card: a place, link, video, music or article. */
export interface LineCard {
  title: string;
  note: string;
  url: string;
  /** Address of the picture. */
  picture: string;
}
interface Chat {
  subscribed: boolean;
  lines: Line[];
  saidUntil: number;
  saidLeft: number;
  tapUntil: number;
  tapLeft: number;
}

const made = (appId: string, what: string) => createHash('sha256').update(`anlan demo ${what} ${appId}`).digest('hex');
/**
 * Demo accounts: in each tenant one of the authority and one of an enterprise. The server's seed creates the same
 * secrets.
 */
const demoAccounts = ['临澜区应急管理局', '云岭市交通运输局', '安澜控股集团'].flatMap((tenant, at) => [
  { appId: `wxdemo${String(at + 1).padStart(12, '0')}`, name: `${tenant}安全生产`, firstPerson: 0, people: 8 },
  { appId: `wxdemoent${String(at + 1).padStart(9, '0')}`, name: `${tenant}职工安全`, firstPerson: 8, people: 3 },
]);
const demoPictures = ['消防通道巡查', '配电箱整改后', '班前会现场'] as const;
const hour = 3_600_000;

export function openWxState(now: () => number = Date.now) {
  const accounts = new Map<string, Account>();
  const chats = new Map<string, Chat>();
  const temp = new Map<string, { contentType: string; bytes: Buffer; at: number }>();
  let base: string | null = null;
  let offset = 0;
  const clock = () => now() + offset;
  const addAccount = (one: Pick<Account, 'appId' | 'name' | 'secret' | 'token' | 'aesKey' | 'mode' | 'door'>) => {
    const account: Account = {
      ...one,
      accessToken: '',
      accessTokenUntil: 0,
      menu: [
        { name: '办事指南', type: 'click', key: 'guide' },
        { name: '我的隐患', type: 'click', key: 'dangers' },
        { name: '安澜平台', type: 'view', url: 'https://anlan.example.com/' },
      ],
      publications: [],
      publishEnds: 0,
      materials: [],
      drafts: [],
    };
    accounts.set(one.appId, account);
    return account;
  };
  function seed() {
    for (const { appId, name } of demoAccounts) {
      const { materials, drafts } = addAccount({
        appId,
        name,
        secret: made(appId, 'secret').slice(0, 32),
        token: made(appId, 'token').slice(0, 20),
        aesKey: made(appId, 'key').slice(0, 42) + 'A',
        mode: 'safe',
        door: null,
      });
      for (const [at, title] of demoPictures.entries())
        materials.push({
          mediaId: made(appId, `picture ${at}`).slice(0, 40),
          type: 'image',
          name: `${title}.png`,
          contentType: 'image/png',
          bytes: samplePicture(at * 20),
          title,
          introduction: '',
          updatedAt: clock(),
        });
      drafts.push({
        mediaId: made(appId, 'news').slice(0, 40),
        updatedAt: clock(),
        articles: [
          {
            title: '冬季用电用气安全提醒',
            author: '安全管理员',
            digest: '电暖器、燃气和充电，三件事请检查一遍。',
            content:
              '<p>一、电暖器周围一米不放可燃物，人走断电。</p><p>二、燃气软管到期就换，用完关总阀。</p><p>三、电动车不进楼、不飞线充电。</p>',
            thumb_media_id: materials[0]?.mediaId,
          },
        ],
      });
    }
  }
  const chatOf = (appId: string, openid: string): Chat => {
    const key = `${appId} ${openid}`;
    const chat = chats.get(key) ?? { subscribed: true, lines: [], saidUntil: 0, saidLeft: 0, tapUntil: 0, tapLeft: 0 };
    chats.set(key, chat);
    return chat;
  };
  // Simulates that the first followers wrote to the demo accounts before this start.
  function welcome() {
    for (const { appId, firstPerson, people } of demoAccounts)
      for (const { openid } of followers.slice(firstPerson, firstPerson + people))
        Object.assign(chatOf(appId, openid), { saidUntil: clock() + 40 * hour, saidLeft: 4 });
  }
  seed();
  welcome();
  const issue = (account: Account) => {
    account.accessToken = randomBytes(64).toString('base64url');
    account.accessTokenUntil = clock() + 7_200_000;
  };
  return {
    clock,
    shift: (ms: number) => void (offset = ms),
    addAccount,
    account: (appId: string) => accounts.get(appId),
    accounts: () => [...accounts.values()],
    byToken: (token: string) => [...accounts.values()].find((one) => one.accessToken === token && token !== ''),
    doorOf: (account: Account) => account.door ?? (base === null ? null : `${base}/weixin/portal/${account.appId}`),
    setBase: (address: string) => void (base = address),
    /** Returns the account's access token. Issues a new one shortly before expiry or when forced. */
    tokenOf(account: Account, force: boolean) {
      if (force || account.accessTokenUntil - clock() < 300_000) issue(account);
      return { access_token: account.accessToken, expires_in: Math.round((account.accessTokenUntil - clock()) / 1000) };
    },
    expire(account: Account) {
      account.accessToken = '';
      account.accessTokenUntil = 0;
    },
    chatOf,
    /** Starts the time window in which the account may answer a follower's action. */
    opens(chat: Chat, what: 'said' | 'tap') {
      if (what === 'said') Object.assign(chat, { saidUntil: clock() + 48 * hour, saidLeft: 5 });
      else Object.assign(chat, { tapUntil: clock() + 60_000, tapLeft: 3 });
    },
    /** Uses one answer; returns the error code when none is left. */
    use(chat: Chat): number {
      if (!chat.subscribed) return 43_004;
      if (chat.tapUntil > clock() && chat.tapLeft > 0) chat.tapLeft -= 1;
      else if (chat.saidUntil <= clock()) return 45_015;
      else if (chat.saidLeft <= 0) return 45_047;
      else chat.saidLeft -= 1;
      return 0;
    },
    publishedAs: ({
      status,
      articleId,
      articles,
    }: Publication): {
      article_id?: string;
      article_detail?: { count: number; item: { idx: number; article_url: string }[] };
    } =>
      status === 0
        ? {
            article_id: articleId,
            article_detail: {
              count: articles,
              item: Array.from({ length: articles }, (_, at) => ({
                idx: at + 1,
                article_url: `https://mp.weixin.qq.com/s/${articleId}${at === 0 ? '' : `-${at + 1}`}`,
              })),
            },
          }
        : {},
    useUp(chat: Chat) {
      chat.saidLeft = 0;
      chat.tapLeft = 0;
    },
    keepTemp(contentType: string, bytes: Buffer): string {
      const id = randomBytes(24).toString('base64url');
      temp.set(id, { contentType, bytes, at: clock() });
      if (temp.size > 500) for (const [oldest] of temp) if (temp.size > 400) temp.delete(oldest);
      return id;
    },
    temp: (id: string) => {
      const tempFile = temp.get(id);
      return tempFile && clock() - tempFile.at <= 72 * hour ? tempFile : undefined;
    },
    people: followers,
    clear() {
      accounts.clear();
      chats.clear();
      temp.clear();
      offset = 0;
      seed();
      welcome();
    },
  };
}
export type WxState = ReturnType<typeof openWxState>;
