// Memory of the whole node while it refuses spreadsheets that are made to fill it, one by one and four at once (S57).
import { readFileSync, writeFileSync } from 'node:fs';
import { packAll, workbookParts } from '../apps/server/testing/archives.ts';
import { goodRow, tableOf, textSheetOf } from '../apps/server/testing/import-file.ts';
import { withConnection } from '../apps/server/src/platform/db/connection.ts';
import { print, say, timed, type Figure } from './measure.ts';
import { openPlace } from './place.ts';
import { ask, serveApp, signIn, type Server } from './servers.ts';

const mb = 1024 * 1024;
const mostMb = 1024;
type Kind = 'xlsx' | 'csv';
type Make = () => Buffer | Promise<Buffer>;

const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const one = sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>');
const stored = (entries: Record<string, string>) => packAll(Object.entries(workbookParts(one, entries)), { method: 0 });
const packed = (entries: Record<string, string>) => packAll(Object.entries(workbookParts(one, entries)));
/** Texts that differ and shrink to about a tenth, so that neither their size nor their ratio gives them away. */
const texts = (count: number, length: number) =>
  `<sst>${Array.from({ length: count }, (_, at) => `<si><t>${at}${'全'.repeat(length)}</t></si>`).join('')}</sst>`;
const pointing = `<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`;
const cellsOf = (rows: number) =>
  sheetOf(
    Array.from(
      { length: rows },
      (_, no) => `<row>${Array.from({ length: 200 }, (_cell, at) => `<c><v>${no * 7 + at}</v></c>`).join('')}</row>`,
    ).join(''),
  );

const files: [string, Kind, Make][] = [
  [
    '49 MB of empty shared strings',
    'xlsx',
    () => stored({ 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(9_800_000)}</sst>` }),
  ],
  ['two million shared texts beside one cell', 'xlsx', () => packed({ 'xl/sharedStrings.xml': texts(2_000_000, 9) })],
  ['five hundred texts as long as a cell may be', 'xlsx', () => stored({ 'xl/sharedStrings.xml': texts(500, 32_000) })],
  [
    'one long text that sixty thousand cells point at',
    'xlsx',
    () =>
      stored({
        'xl/worksheets/sheet1.xml': sheetOf(pointing.repeat(300)),
        'xl/sharedStrings.xml': `<sst><si><t>${'长'.repeat(32_000)}</t></si></sst>`,
      }),
  ],
  ['six million numbers in 200 columns', 'xlsx', () => packed({ 'xl/worksheets/sheet1.xml': cellsOf(30_000) })],
  ['a row of twenty-five million cells', 'csv', () => Buffer.from(`a,b\n${'x,'.repeat(25_000_000)}`)],
  ['a quotation mark before fifty megabytes', 'csv', () => Buffer.from(`a,b\n"${'""'.repeat(25_000_000)}`)],
  [
    'ten million rows of characters that take two bytes each',
    'csv',
    () => Buffer.from(`a,b\n${'全,\n'.repeat(10_000_000)}`),
  ],
  ['a million rows', 'csv', () => Buffer.from(`a,b\n${'企业,91330106\n'.repeat(1_000_000)}`)],
];
const honest: [string, Kind, Make][] = [
  ['100,000 good rows', 'xlsx', () => textSheetOf(Array.from({ length: 100_000 }, (_, at) => goodRow(at)))],
  ['100,000 good rows', 'csv', () => Buffer.from(tableOf(Array.from({ length: 100_000 }, (_, at) => goodRow(at))))],
];

const pid = ({ process: { pid: id } }: Server) => id ?? 0;
const forget = (app: Server) => writeFileSync(`/proc/${pid(app)}/clear_refs`, '5');
const mostOf = (app: Server) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid(app)}/status`, 'utf8'))?.[1]) / 1024;

async function sent(app: Server, token: string, bytes: Buffer, kind: Kind) {
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(bytes)]), `rows.${kind}`);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${app.url}/bus/enterprise/import`, { method: 'POST', headers, body: form });
  const said = await answer.json();
  return { status: answer.status, msg: String(said.msg), jobId: said.data?.jobId };
}

async function ended(app: Server, token: string, jobId: string) {
  for (;;) {
    const { state, message } = await ask(`${app.url}/upms/job/${jobId}`, token);
    if (state !== 'waiting' && state !== 'running') return `${state}: ${message}`;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** One line: what the node had at most while the work went on, and how long it took. */
async function watched(app: Server, what: string, work: () => Promise<string>): Promise<Figure> {
  forget(app);
  let heard = '';
  const ms = await timed(async () => {
    heard = await work();
  });
  const most = mostOf(app);
  say(`${what}: ${heard}; ${(ms / 1000).toFixed(1)} s, ${most.toFixed(0)} MB`);
  const ours = `${most.toFixed(0)} MB, ${(ms / 1000).toFixed(1)} s`;
  return { what, ours, reference: `${mostMb} MB`, ratio: most / mostMb, target: '<= 1' };
}

export async function hostile() {
  const name = `anlan_hostile_${process.pid}`;
  const place = await openPlace(name, { 2: 100, 3: 100 });
  const app = await serveApp(place);
  const found: Figure[] = [];
  try {
    const [two, three] = [await signIn(app, place, '2', 'admin2'), await signIn(app, place, '3', 'admin3')];
    for (const [what, kind, make] of files) {
      const bytes = await make();
      const size = `${(bytes.length / mb).toFixed(0)} MB of .${kind}`;
      const send = async (token: string) => {
        const { status, msg, jobId } = await sent(app, token, bytes, kind);
        return jobId === undefined ? `${status} ${msg}` : await ended(app, token, jobId);
      };
      found.push(await watched(app, `${what} (${size})`, () => send(three)));
      const four = async () => (await Promise.all([two, three, two, three].map(send))).join(' | ');
      found.push(await watched(app, 'the same four times at once, from two tenants', four));
    }
    for (const [what, kind, make] of honest) {
      const bytes = await make();
      const both = async () => {
        const jobs = await Promise.all([two, three].map((token) => sent(app, token, bytes, kind)));
        return (await Promise.all([two, three].map((token, at) => ended(app, token, jobs[at]?.jobId)))).join(' | ');
      };
      found.push(await watched(app, `${what} as .${kind}, checked for two tenants at once`, both));
    }
  } finally {
    await app.stop();
    await withConnection(place.superuserUrl.replace(`/${name}`, '/postgres'), (client) =>
      client.query(`drop database ${name} with (force)`),
    ).catch((error: Error) => say(error.message));
    await place.stop();
  }
  print('Hostile spreadsheets', found);
}
