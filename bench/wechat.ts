// Simulates WeChat for the bench of messages: accepts every message, and sends encrypted callbacks of the demo
// account.
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';

const appId = 'wxdemo000000000001';
// Derives the demo account's secrets as the simulator and the seed do.
const secretOf = (what: string) => createHash('sha256').update(`anlan demo ${what} ${appId}`).digest('hex');
const token = secretOf('token').slice(0, 20);
const aesKey = Buffer.from(`${secretOf('key').slice(0, 42)}A=`, 'base64');

/** Opens a server that accepts every WeChat call. Returns its configuration for our server. */
export async function openWechat() {
  const body = JSON.stringify({ errcode: 0, errmsg: 'ok', access_token: 'bench', expires_in: 7_200 });
  const server = createServer((call, response) => {
    call.resume();
    call.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const config = { WXMP_API_BASE: `http://127.0.0.1:${port}`, OUTBOUND_ALLOW_PRIVATE: '127.0.0.1' };
  return { config, close: () => server.close() };
}

function encrypt(xml: string): string {
  const text = Buffer.from(xml);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(text.length, 0);
  const plain = Buffer.concat([randomBytes(16), size, text, Buffer.from(appId)]);
  const pad = 32 - (plain.length % 32);
  const cipher = createCipheriv('aes-256-cbc', aesKey, aesKey.subarray(0, 16)).setAutoPadding(false);
  return cipher.update(Buffer.concat([plain, Buffer.alloc(pad, pad)])).toString('base64') + cipher.final('base64');
}
const sign = (...parts: string[]) => createHash('sha1').update(parts.toSorted().join('')).digest('hex');
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Sends a follower's text as a callback. */
export function sendCallback(app: string, openId: string, text: string, messageId: string): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomBytes(8).toString('hex');
  const encrypted = encrypt(
    `<xml><ToUserName>${appId}</ToUserName><FromUserName>${openId}</FromUserName><CreateTime>${timestamp}</CreateTime><MsgType>text</MsgType><Content>${text}</Content><MsgId>${messageId}</MsgId></xml>`,
  );
  const signatures = {
    msg_signature: sign(token, timestamp, nonce, encrypted),
    signature: sign(token, timestamp, nonce),
  };
  const query = new URLSearchParams({ timestamp, nonce, encrypt_type: 'aes', ...signatures });
  return new Promise((done, fail) => {
    const call = request(`${app}/weixin/portal/${appId}?${query}`, { method: 'POST', agent }, (response) => {
      response.resume().on('end', done);
    });
    call.on('error', fail);
    call.end(`<xml><ToUserName>${appId}</ToUserName><Encrypt>${encrypted}</Encrypt></xml>`);
  });
}
