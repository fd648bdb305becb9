// WeChat for the benches: takes every message at once, and knocks at the door of the demonstration's account.
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { openPlace } from './place.ts';

const appId = 'wxdemo000000000001';
// As the simulator and the seed make them.
const made = (what: string) => createHash('sha256').update(`anlan demo ${what} ${appId}`).digest('hex');
const keys = { token: made('token').slice(0, 20), aesKey: `${made('key').slice(0, 42)}A` };

/** The database of the benches of chats; BENCH_CHATS names another. */
export const openChats = () => openPlace(process.env['BENCH_CHATS'] ?? 'anlan_chats', { '1': 200, '2': 200, '3': 200 });

/** Listens for what an account says to WeChat; the configuration of a server that speaks to it. */
export async function openVendor() {
  const said = JSON.stringify({ errcode: 0, errmsg: 'ok', access_token: 'bench', expires_in: 7_200 });
  const server = createServer((call, answer) => {
    call.resume();
    call.on('end', () => answer.writeHead(200, { 'content-type': 'application/json' }).end(said));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    config: { WXMP_API_BASE: `http://127.0.0.1:${port}`, OUTBOUND_ALLOW_PRIVATE: '127.0.0.1' },
    close: () => server.close(),
  };
}

function sealed(xml: string): string {
  const key = Buffer.from(`${keys.aesKey}=`, 'base64');
  const text = Buffer.from(xml);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(text.length, 0);
  const whole = Buffer.concat([randomBytes(16), size, text, Buffer.from(appId)]);
  const pad = 32 - (whole.length % 32);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  return cipher.update(Buffer.concat([whole, Buffer.alloc(pad, pad)])).toString('base64') + cipher.final('base64');
}
const sign = (...parts: string[]) => createHash('sha1').update(parts.toSorted().join('')).digest('hex');

/** A message of a follower's. */
export interface Knock {
  openId: string;
  text: string;
  /** The same again is one that WeChat tries once more. */
  messageId: string;
  createdAt: number;
}

/** Knocks over a few connections that stay open. */
export function openKnocking(connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let no = 0;
  return {
    /** Whether the door took it. */
    knock({ openId, text, messageId, createdAt }: Knock, app: string): Promise<boolean> {
      no += 1;
      const timestamp = String(Math.floor(Date.now() / 1000));
      const nonce = `n${process.pid}x${no}`;
      const encrypted = sealed(
        `<xml><ToUserName>${appId}</ToUserName><FromUserName>${openId}</FromUserName><CreateTime>${createdAt}</CreateTime><MsgType>text</MsgType><Content>${text}</Content><MsgId>${messageId}</MsgId></xml>`,
      );
      const query = new URLSearchParams({
        timestamp,
        nonce,
        encrypt_type: 'aes',
        msg_signature: sign(keys.token, timestamp, nonce, encrypted),
        signature: sign(keys.token, timestamp, nonce),
      });
      return new Promise((done) => {
        const call = request(`${app}/weixin/portal/${appId}?${query}`, { method: 'POST', agent }, (answer) => {
          let said = '';
          answer.setEncoding('utf8').on('data', (part: string) => (said += part));
          answer.on('end', () => done(said === 'success'));
        });
        call.on('error', () => done(false));
        call.end(`<xml><ToUserName>${appId}</ToUserName><Encrypt>${encrypted}</Encrypt></xml>`);
      });
    },
    close: () => agent.destroy(),
  };
}
