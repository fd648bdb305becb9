// `BENCH_HOUSE=http://127.0.0.1:<port> node tools/run.mjs bench/wx-door.ts`, by hand, beside a server that runs with the
// demonstration (`CAPTCHA=off node tools/start.mjs`): encrypted callbacks a second at the door, with the work behind it.
import { say } from './measure.ts';
import { openKnocking } from './wx-vendor.ts';

const app = process.env['BENCH_HOUSE'] ?? 'http://127.0.0.1:8080';
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 20);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 20);
const followers = 400;

const run = Date.now();
const knocking = openKnocking(connections);
const times: number[] = [];
let wrong = 0;
let no = 0;
const until = Date.now() + seconds * 1000;
await Promise.all(
  Array.from({ length: connections }, async () => {
    // As fast as the door answers.
    while (Date.now() < until) {
      no += 1;
      const openId = `oBench${String(no % followers).padStart(22, '0')}`;
      const text = `第 ${no} 条：仓库东门的消防通道被货物堵住了`;
      const since = performance.now();
      const one = { openId, text, messageId: `${run}${no}`, createdAt: Math.floor(Date.now() / 1000) };
      if (!(await knocking.knock(one, app))) wrong += 1;
      times.push(performance.now() - since);
    }
  }),
);
knocking.close();
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
say(
  `door: ${(times.length / seconds).toFixed(0)} callbacks/s, p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms, ${wrong} wrong`,
);
