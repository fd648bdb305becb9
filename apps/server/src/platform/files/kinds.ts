import { FileTooLarge } from './driver.ts';

/** Kinds of files that are told by their first bytes. */
export type FileKind = 'png' | 'jpg' | 'pdf' | 'xlsx' | 'csv';

/** The exact type each kind is served under. */
export const mediaTypes: Readonly<Record<FileKind, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** How many bytes tell the kind. */
const headBytes = 4096;
const signatures: readonly (readonly [FileKind, string])[] = [
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpg', '\xff\xd8\xff'],
  ['pdf', '%PDF-'],
];
// The first entry of an archive that is a workbook; other archives (jar, apk, odt) begin otherwise.
const workbookEntry = /^PK\x03\x04[\s\S]{26}(?:\[Content_Types\]\.xml|(?:_rels|docProps|customXml|xl)[\\/])/;

/** The kind that the first bytes show, whatever name and type the sender claims; null for anything else. */
export function detectKind(head: Uint8Array): FileKind | null {
  const start = Buffer.from(head.subarray(0, 64)).toString('latin1');
  for (const [kind, signature] of signatures) if (start.startsWith(signature)) return kind;
  if (workbookEntry.test(start)) return 'xlsx';
  return looksLikeTable(head) ? 'csv' : null;
}

const markup = /^\s*(?:<|\{|\[|#!|%!|MZ)/;
const separated = /^[^\r\n]{0,4000}[,;\t]/;

function looksLikeTable(head: Uint8Array): boolean {
  const text = decodeTable(head.subarray(0, headBytes), true);
  if (text === null || text === '' || markup.test(text)) return false;
  return !/[\x00-\x08\x0b\x0c\x0e-\x1f]/.test(text) && separated.test(text);
}

/** Text of a table as spreadsheets write it (UTF-8, UTF-16 with its mark, GB 18030), or null. */
export function decodeTable(bytes: Uint8Array, partial = false): string | null {
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe;
  for (const encoding of wide ? ['utf-16le'] : ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: partial });
    } catch {
      continue;
    }
  return null;
}

/** Looks at the first bytes of a stream and gives it back whole. */
export async function sniff(
  stream: AsyncIterable<Uint8Array>,
): Promise<{ kind: FileKind | null; stream: AsyncIterable<Uint8Array> }> {
  const source = stream[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  while (size < headBytes && !ended) {
    const next = await source.next();
    if (next.done) ended = true;
    else {
      taken.push(next.value);
      size += next.value.length;
    }
  }
  async function* whole() {
    try {
      yield* taken;
      while (!ended) {
        const next = await source.next();
        if (next.done) ended = true;
        else yield next.value;
      }
      // A parser that cuts at its own limit ends the stream as if it were whole.
      if ('truncated' in stream && stream.truncated === true) throw new FileTooLarge();
    } finally {
      if (!ended) await source.return?.();
    }
  }
  return { kind: detectKind(Buffer.concat(taken)), stream: whole() };
}
