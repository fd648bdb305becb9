import { signatureKind } from '@anlan/contract/domain/file-signatures';
import { FileTooLarge } from './driver.ts';

/** Exact media type of each file kind. The kind is detected from the bytes, never from the file name. */
export const mediaTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  mp3: 'audio/mpeg',
  wma: 'audio/x-ms-wma',
  amr: 'audio/amr',
  bmp: 'image/bmp',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  webm: 'video/webm',
} as const;

export type FileKind = keyof typeof mediaTypes;

const headBytes = 4096;
// Pattern for the first entry in the ZIP archive of an office document. Other archives (jar, apk, odt) begin with
// another entry.
const officeEntry = /^PK\x03\x04[\s\S]{26}(?:\[Content_Types\]\.xml|(?:_rels|docProps|customXml|xl|word|ppt)[\\/])/;

/**
 * Detects the kind from the first bytes; the claimed name and type are ignored. Null for other content. Every office
 * document is reported as xlsx here, because its exact kind requires the whole file.
 */
export function detectKind(head: Uint8Array): FileKind | null {
  const kind = signatureKind(head);
  if (kind !== null) return kind;
  if (officeEntry.test(Buffer.from(head.subarray(0, 128)).toString('latin1'))) return 'xlsx';
  if (!isText(head.subarray(0, headBytes))) return null;
  return separated.test(decodeTable(head.subarray(0, headBytes), true) ?? '') ? 'csv' : 'txt';
}

const markup = /^\s*(?:<|\{|\[|#!|%!|MZ)/;
const separated = /^[^\r\n]{0,4000}[,;\t]/;

function isText(bytes: Uint8Array): boolean {
  const text = decodeTable(bytes, true);
  return text !== null && text !== '' && !markup.test(text) && !/[\x00-\x08\x0b\x0c\x0e-\x1f]/.test(text);
}

export function encodingsOf([first, second]: Uint8Array): string[] {
  if (first === 0xff && second === 0xfe) return ['utf-16le'];
  return first === 0xfe && second === 0xff ? ['utf-16be'] : ['utf-8', 'gb18030'];
}

export function decodeTable(bytes: Uint8Array, partial = false): string | null {
  for (const encoding of encodingsOf(bytes))
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: partial });
    } catch {
      continue;
    }
  return null;
}

export async function peek(
  stream: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<{ head: Buffer; stream: AsyncIterable<Uint8Array> }> {
  const source = stream[Symbol.asyncIterator]();
  const headChunks: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  while (size < bytes && !ended) {
    const next = await source.next();
    if (next.done) ended = true;
    else {
      headChunks.push(next.value);
      size += next.value.length;
    }
  }
  async function* whole() {
    try {
      yield* headChunks;
      while (!ended) {
        const next = await source.next();
        if (next.done) ended = true;
        else yield next.value;
      }
      // A parser with a size limit ends the stream as if it were complete.
      if ('truncated' in stream && stream.truncated === true) throw new FileTooLarge();
    } finally {
      if (!ended) await source.return?.();
    }
  }
  return { head: Buffer.concat(headChunks), stream: whole() };
}

export async function sniff(
  stream: AsyncIterable<Uint8Array>,
): Promise<{ kind: FileKind | null; head: Uint8Array; stream: AsyncIterable<Uint8Array> }> {
  const { head, stream: whole } = await peek(stream, headBytes);
  return { kind: detectKind(head), head, stream: whole };
}
