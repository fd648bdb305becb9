// Checks the whole document, not only its first bytes: macros, scripts, programs, and the kind of office document
// (S52).
import { buffer } from 'node:stream/consumers';
import { SheetRefused } from '../sheets/cells.ts';
import { readDirectory, unpacking, type Entry } from '../sheets/archive.ts';
import { decodeTable, type FileKind } from './file-kinds.ts';

const bounds = { entries: 5_000, unpackedBytes: 500 * 1024 * 1024, ratio: 200 };
const officeParts: readonly (readonly [string, FileKind])[] = [
  ['word/document.xml', 'docx'],
  ['ppt/presentation.xml', 'pptx'],
  ['xl/workbook.xml', 'xlsx'],
];
const office = new Set<FileKind>(officeParts.map(([, kind]) => kind));
const active =
  /(?:^|\/)(?:vba[^/]*\.bin|macrosheets\/.*|activeX\/.*|embeddings\/.*\.(?:bin|exe))$|\.(?:exe|dll|com|scr|js|jse|vbs|vbe|wsf|hta|bat|cmd|ps1|jar|class|html?|svg|lnk)$/i;
const tested = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'latin1');

async function typesOf(entries: readonly Entry[]): Promise<string> {
  const types = entries.find(({ name }) => name === '[Content_Types].xml');
  if (types === undefined || types.unpackedBytes > 4 * 1024 * 1024) return '';
  return (await buffer(unpacking(types))).toString('utf8');
}

async function officeKind(bytes: Uint8Array): Promise<FileKind | null> {
  try {
    const entries = readDirectory(bytes, { ...bounds, rows: 0, columns: 0 });
    if (entries.some(({ name }) => active.test(name))) return null;
    const types = await typesOf(entries);
    if (types === '' || /macroEnabled|vbaProject/i.test(types)) return null;
    const names = new Set(entries.map(({ name }) => name));
    return officeParts.find(([part]) => names.has(part))?.[1] ?? null;
  } catch (error) {
    if (error instanceof SheetRefused) return null;
    throw error;
  }
}

function textKind(bytes: Buffer, kind: FileKind): FileKind | null {
  const text = decodeTable(bytes);
  return text === null || /[\x00-\x08\x0b\x0e-\x1f]/.test(text) ? null : kind;
}

export async function inspect(kind: FileKind, bytes: Buffer): Promise<FileKind | null> {
  if (bytes.includes(tested)) return null;
  if (office.has(kind)) return officeKind(bytes);
  if (kind === 'csv' || kind === 'txt') return textKind(bytes, kind);
  if (kind === 'pdf') return /\/(?:JavaScript|Launch)\b/.test(bytes.toString('latin1')) ? null : kind;
  return kind;
}
