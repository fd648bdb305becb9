// Exports an archive as a streamed zip or as one PDF with an index, merged in a worker thread.
import { arrayBuffer } from 'node:stream/consumers';
import { formatInstant } from '@anlan/contract/domain/instant';
import { catalogue } from '@anlan/contract/modules/archive/catalogue';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import { mergePdf, setPdf, type MergedPart, type PdfContent } from '#platform/pdf/index.ts';
import { writeWorkbook, type OutgoingCell } from '#platform/sheets/index.ts';
import { zipped, type OutgoingEntry } from '#platform/sheets/zip.ts';

const longest = 80;
// Windows rejects these names with any extension.
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

function safeName(name: string): string {
  // eslint-disable-next-line no-control-regex
  const plain = name.replaceAll(/[\\/:*?"<>|\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e]/g, '_').trim();
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(plain)?.[0] ?? '';
  const stem = Array.from(plain.slice(0, plain.length - ending.length))
    .slice(0, longest)
    .join('')
    .replace(/[. ]+$/, '');
  const whole = `${stem}${ending}`.replace(/^\.+/, '');
  if (whole === '') return '未命名';
  return reserved.test(whole) ? `_${whole}` : whole;
}

/** Returns a function that makes names unique within a folder, ignoring case. */
function createNaming(): (folder: string, name: string) => string {
  const usedNames = new Set<string>();
  return (folder, name) => {
    const safe = safeName(name);
    const dot = safe.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
    for (let count = 1; ; count += 1) {
      const path = `${folder}/${count === 1 ? safe : `${stem} (${count})${ending}`}`;
      if (usedNames.has(path.toLowerCase())) continue;
      usedNames.add(path.toLowerCase());
      return path;
    }
  };
}

export interface PackedDocument {
  readonly category: string;
  readonly item: string;
  readonly name: string;
  readonly no: string | null;
  readonly issuedOn: string | null;
  readonly validTo: string | null;
  readonly from: string;
  readonly edition: number;
  readonly files: readonly { id: string; name: string }[];
}
export interface PackedArchive {
  readonly enterpriseName: string;
  readonly at: Date;
  readonly rows: readonly PackedDocument[];
  /** File sizes in bytes, by id. */
  readonly sizes: ReadonlyMap<string, number>;
}

const gigabyte = 1024 ** 3;
/** Maximum bytes of a zip: few programs open larger zips, and downloads would take hours. */
const zipMost = 4 * gigabyte;
const pdfMost = 200 * 1024 ** 2;
const headings = ['类别', '资料项', '资料名称', '文号', '形成日期', '有效期至', '版本', '来源', '文件'] as const;
const sizeOf = ({ rows, sizes }: PackedArchive) =>
  rows.flatMap(({ files }) => files).reduce((sum, { id }) => sum + (sizes.get(id) ?? 0), 0);
const inWords = (bytes: number) =>
  bytes >= gigabyte ? `${(bytes / gigabyte).toFixed(1)} GB` : `${Math.ceil(bytes / 1024 ** 2)} MB`;

export function requireZipSize(archive: PackedArchive): void {
  const bytes = sizeOf(archive);
  if (bytes > zipMost)
    throw new AppError('invalid', `整档文件共 ${inWords(bytes)}，超过 4 GB，不能打成一个压缩包，请按类别分别下载`);
}

export function createPacking({ files }: Pick<ModuleKit, 'files'>) {
  /** Opens a stored file. Null if the file is missing. */
  async function openFile(scope: Scope, id: string): Promise<AsyncIterable<Uint8Array> | null> {
    try {
      return (await files.open(scope, { id })).body;
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  /** Streams the zip. Its last file is an index, which also lists missing files. */
  function zip(scope: Scope, archive: PackedArchive): AsyncIterable<Buffer> {
    const index: OutgoingCell[][] = [];
    async function* entries(): AsyncGenerator<OutgoingEntry> {
      const nameOf = createNaming();
      for (const row of archive.rows) {
        const paths: string[] = [];
        for (const { id, name } of row.files) {
          const body = await openFile(scope, id);
          if (body === null) {
            paths.push(`${name}（文件已不在）`);
            continue;
          }
          const folder = `${safeName(numbered(row.category))}/${safeName(itemLabel(row.item))}`;
          const path = nameOf(folder, row.edition > 0 ? `v${row.edition} ${row.name} ${name}` : `${row.name} ${name}`);
          paths.push(path);
          yield { name: path, data: body };
        }
        index.push([...cellsOf(row), paths.join('；') || '没有文件']);
      }
      const columns = headings.map((heading) => ({ heading, kind: 'text' as const, width: 24 }));
      yield {
        name: '目录.xlsx',
        data: writeWorkbook([{ name: '目录', note: noteOf(archive), columns, rows: [index] }]),
      };
    }
    return zipped(entries());
  }

  /**
   * Builds one PDF: the index first, then all PDF files and pictures. The index also lists other and unreadable files.
   */
  async function pdf(scope: Scope, archive: PackedArchive): Promise<Uint8Array> {
    const bytes = sizeOf(archive);
    if (bytes > pdfMost)
      throw new AppError('invalid', `整档文件共 ${inWords(bytes)}，超过 200 MB，不能并成一个 PDF，请下载压缩包`);
    const parts: MergedPart[] = [];
    const at: number[][] = [];
    const read = async () => {
      for (const { files: named } of archive.rows) {
        const mine: number[] = [];
        for (const { id, name } of named) {
          const body = await openFile(scope, id);
          mine.push(parts.length);
          parts.push({ name, bytes: body === null ? null : new Uint8Array(await arrayBuffer(body)) });
        }
        at.push(mine);
      }
      return parts;
    };
    return mergePdf(scope.tenantId, read, (first) =>
      setPdf({
        title: `${archive.enterpriseName} 一企一档`,
        author: archive.enterpriseName,
        foot: `${archive.enterpriseName} 一企一档目录`,
        content: indexOf(archive, (row) =>
          (at[row] ?? []).map((part) => {
            const page = first[part];
            const name = parts[part]?.name ?? '';
            if (page === undefined || page === null)
              return parts[part]?.bytes === null ? `${name}（文件已不在）` : `${name}（未并入，见压缩包）`;
            return `${name}　正文第 ${page} 页`;
          }),
        ),
      }),
    );
  }
  return { zip, pdf };
}

const itemLabels = new Map(catalogue.flatMap(({ items }) => items.map(({ code, label }) => [code, label])));
const itemLabel = (code: string) => itemLabels.get(code) ?? code;
function numbered(code: string): string {
  const at = catalogue.findIndex((one) => one.code === code);
  return `${String(at + 1).padStart(2, '0')} ${catalogue[at]?.label ?? code}`;
}
const cellsOf = (row: PackedDocument): string[] => [
  numbered(row.category),
  itemLabel(row.item),
  row.name,
  row.no ?? '',
  row.issuedOn ?? '',
  row.validTo ?? '长期',
  row.edition > 0 ? `v${row.edition}` : '',
  row.from,
];
const noteOf = ({ enterpriseName, at, rows }: PackedArchive) =>
  `${enterpriseName} 一企一档，${formatInstant(at).slice(0, 16)} 导出，${rows.length} 份资料`;

function indexOf(archive: PackedArchive, filesOf: (row: number) => string[]): PdfContent[] {
  return [
    { text: '一企一档', fontSize: 18, bold: true, alignment: 'center' },
    { text: noteOf(archive), alignment: 'center', margin: [0, 4, 0, 12] },
    {
      table: {
        headerRows: 1,
        widths: [76, '*', 62, 150],
        body: [
          ['资料项', '资料名称', '有效期至', '文件'].map((text) => ({ text, bold: true })),
          ...archive.rows.map((row, at) => [
            itemLabel(row.item),
            `${row.name}${row.edition > 0 ? ` v${row.edition}` : ''}\n来自：${row.from}`,
            row.validTo ?? '长期',
            filesOf(at).join('\n') || '没有文件',
          ]),
        ],
      },
      fontSize: 8,
    },
  ];
}
