// A video of 200 MB over a line of so many bytes a second: whole, and in parts with ten cuts, in turns; the same bytes arrive.
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { partBytes } from '@anlan/contract/modules/upload/calls';
import { createRandom } from '../../apps/server/src/kernel/random.ts';
import { movieOf } from '../../apps/server/testing/movies.ts';
import { installation, look, nodeOn, removeInstallation } from '../faults/installation.ts';
import { openReport, seconds } from '../faults/report.ts';
import { interleaved, median } from '../measure.ts';
import { send, signIn } from '../servers.ts';

const megabytes = Number(process.env['BENCH_MEGABYTES'] ?? 200);
/** Megabytes a second of the line. */
const line = Number(process.env['BENCH_LINE'] ?? 5);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const cuts = 10;
const chunkBytes = 64 * 1024;
const boundary = 'anlan-bench';
const name = '制动检查.mp4';

interface Told {
  data: { url: string; sha256?: string; have?: number[]; id?: string } | null;
}

/** Sends bytes as a file at the line's pace; where it is cut after some of them, nothing is answered. */
function sendFile(url: string, token: string, bytes: Buffer, cutAfter = Infinity): Promise<Told | null> {
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${encodeURIComponent(name)}"\r\ncontent-type: video/mp4\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': head.length + bytes.length + tail.length,
  };
  return new Promise((done, fail) => {
    let isCut = false;
    const sending = request(url, { method: 'POST', headers, agent: false }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (reply.statusCode === 200) done(JSON.parse(text));
        else fail(new Error(`${url}: ${reply.statusCode} ${text.slice(0, 300)}`));
      });
    });
    sending.on('error', (error) => (isCut ? done(null) : fail(error)));
    async function pour() {
      const began = performance.now();
      sending.write(head);
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        if (at >= cutAfter) {
          isCut = true;
          return void sending.destroy();
        }
        sending.write(bytes.subarray(at, at + chunkBytes));
        const dueMs = (Math.min(at + chunkBytes, bytes.length) / (line * 2 ** 20)) * 1000;
        await pause(Math.max(0, dueMs - (performance.now() - began)));
      }
      return void sending.end(tail);
    }
    pour().catch(fail);
  });
}

/** Compares both ways; answers whether every demand was met. */
export async function learnersUpload(): Promise<boolean> {
  const folder = await installation('learners-upload');
  const node = nodeOn(folder);
  const report = openReport(`a video of ${megabytes} MB, ${line} MB a second, ${rounds} rounds`);
  const overhead = movieOf(['avc1', 'mp4a'], 'front', 0).length;
  const video = movieOf(['avc1', 'mp4a'], 'front', megabytes * 2 ** 20 - overhead);
  const sha256 = createHash('sha256').update(video).digest('hex');
  const stored: string[] = [];
  const random = createRandom(Number(process.env['BENCH_SEED'] ?? 20_261_127), 0x0b10);
  let wasted = 0;
  try {
    await node.start();
    const token = await signIn(node, { dataDir: folder }, '1', 'safety1');
    /** The stored file goes again, so that the enterprise's space holds the next. */
    async function noted(url: string) {
      const id = url.slice(url.lastIndexOf('/') + 1);
      const rows = await look<{ sha256: string }>(folder, 'delete from file where id = $1 returning sha256', [id]);
      stored.push(rows[0]?.sha256 ?? 'none');
    }
    async function whole() {
      const began = performance.now();
      const told = await sendFile(`${node.url}/upms/file/upload?dir=video`, token, video);
      const ms = performance.now() - began;
      await noted(told?.data?.url ?? '');
      return ms;
    }
    async function inParts() {
      const began = performance.now();
      const parts = `${node.url}/upms/file/parts`;
      const { id } = await send(`${parts}/begin`, token, { name, sizeBytes: video.length, mark: String(began) });
      const many = Math.ceil(video.length / partBytes);
      // Anywhere in the file, each in a part of its own.
      const places = new Map<number, number>();
      while (places.size < Math.min(cuts, many))
        places.set(random.between(0, many - 1), random.between(0, partBytes - 1));
      const digest = createHash('sha256');
      for (let at = 0; at < many; at += 1) {
        const bytes = video.subarray(at * partBytes, (at + 1) * partBytes);
        const url = `${parts}/part?id=${id}&at=${at}`;
        const cutAfter = places.get(at);
        if (cutAfter !== undefined && cutAfter < bytes.length) {
          wasted += cutAfter;
          await sendFile(url, token, bytes, cutAfter);
        }
        await sendFile(url, token, bytes);
        digest.update(createHash('sha256').update(bytes).digest());
      }
      const { url } = await send(`${parts}/finish`, token, { id, sha256: digest.digest('hex') });
      const ms = performance.now() - began;
      await noted(url);
      return ms;
    }
    const { whole: alone = [], inParts: parts = [] } = await interleaved(rounds, { whole, inParts });
    const ratio = median(parts) / median(alone);
    report.line('whole, without a cut', `${seconds(median(alone))} (${alone.map(seconds).join(', ')})`);
    report.line('in parts with ten cuts', `${seconds(median(parts))} (${parts.map(seconds).join(', ')})`);
    report.line('sent in vain', `${(wasted / 2 ** 20 / (rounds + 1)).toFixed(1)} MB a round`);
    report.line('ratio', ratio.toFixed(2), '≤ 1.2', ratio <= 1.2);
    report.none(
      'another hash than the file has',
      stored.filter((one) => one !== sha256),
    );
    return report.end();
  } finally {
    await node.stop();
    await removeInstallation(folder);
  }
}
