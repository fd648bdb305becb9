// `BENCH_HOUSE=http://127.0.0.1:<port> node tools/run.mjs bench/wx-door.ts`, by hand, beside a house that runs with the
// demonstration (`CAPTCHA=off node tools/start.mjs`): encrypted callbacks a second at the door, with the work behind it.
import { createHash, createCipheriv, randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { say } from './measure.ts';

const here = process.env['BENCH_HOUSE'] ?? 'http://127.0.0.1:8080';
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 20);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 20);
const followers = 400;
const appId = 'wxdemo000000000001';
// As the simulator and the seed make them.
const made = (what: string) => createHash('sha256').update(`anlan demo ${what} ${appId}`).digest('hex');
const keys = { token: made('token').slice(0, 20), aesKey: `${made('key').slice(0, 42)}A` };

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

/** Knocks as fast as the door answers. */
async function knockAll() {
  const run = Date.now();
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let wrong = 0;
  let no = 0;
  const until = Date.now() + seconds * 1000;
  const knock = () =>
    new Promise<void>((done) => {
      no += 1;
      const created = Math.floor(Date.now() / 1000);
      const who = `oBench${String(no % followers).padStart(22, '0')}`;
      const xml = `<xml><ToUserName>${appId}</ToUserName><FromUserName>${who}</FromUserName><CreateTime>${created}</CreateTime><MsgType>text</MsgType><Content>第 ${no} 条：仓库东门的消防通道被货物堵住了</Content><MsgId>${run}${no}</MsgId></xml>`;
      const encrypted = sealed(xml);
      const [timestamp, nonce] = [String(created), `n${run}x${no}`];
      const query = new URLSearchParams({
        timestamp,
        nonce,
        encrypt_type: 'aes',
        msg_signature: sign(keys.token, timestamp, nonce, encrypted),
        signature: sign(keys.token, timestamp, nonce),
      });
      const since = performance.now();
      const call = request(`${here}/weixin/portal/${appId}?${query}`, { method: 'POST', agent }, (answer) => {
        let said = '';
        answer.setEncoding('utf8').on('data', (part: string) => (said += part));
        answer.on('end', () => {
          times.push(performance.now() - since);
          if (said !== 'success') wrong += 1;
          done();
        });
      });
      call.on('error', () => {
        wrong += 1;
        done();
      });
      call.end(`<xml><ToUserName>${appId}</ToUserName><Encrypt>${encrypted}</Encrypt></xml>`);
    });
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (Date.now() < until) await knock();
    }),
  );
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { count: times.length, wrong, p50: at(0.5), p99: at(0.99) };
}

const told = await knockAll();
say(
  `door: ${(told.count / seconds).toFixed(0)} callbacks/s, p50 ${told.p50.toFixed(0)} ms, p99 ${told.p99.toFixed(0)} ms, ${told.wrong} wrong`,
);
