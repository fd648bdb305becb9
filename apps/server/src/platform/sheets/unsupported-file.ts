import { extname } from 'node:path';
import { detectKind } from '../files/file-kinds.ts';
import { saveAgain } from './cells.ts';

const endingOf = (name: string) => extname(name).toLowerCase();

export function sheetKind(name: string, bytes: Uint8Array): 'xlsx' | 'csv' | null {
  const kind = detectKind(bytes);
  if (kind === 'xlsx') return endingOf(name) === '.xlsx' ? 'xlsx' : null;
  return (kind === 'csv' || kind === 'txt') && endingOf(name) === '.csv' ? 'csv' : null;
}

export function describeUnsupportedFile(name: string, head: Uint8Array): string | null {
  if (head.length === 0) return '文件是空的，请重新选择';
  const ending = endingOf(name);
  const start = Buffer.from(head.subarray(0, 512)).toString('latin1');
  if (start.startsWith('\xd0\xcf\x11\xe0'))
    return ending === '.xlsx' || ending === '.csv'
      ? '文件有密码保护，或其实是旧版 .xls，请用 WPS 或 Excel 打开，取消密码并另存为 .xlsx 后重新上传'
      : `旧版 .xls、.et 等格式不能读取，${saveAgain}`;
  if (start.startsWith('PK\x03\x04'))
    return detectKind(head) === 'xlsx' && ending !== '.xlsx'
      ? `文件内容是 .xlsx 工作簿，与扩展名不符，${saveAgain}`
      : `文件不是 .xlsx 工作簿，${saveAgain}`;
  if (/^(?:\xef\xbb\xbf)?\s*<|^(?:\xff\xfe<|\xfe\xff\0<)/.test(start))
    return `文件内容是网页或 XML，不是 .xlsx 工作簿，${saveAgain}`;
  const kind = detectKind(head);
  if (kind === 'csv' || kind === 'txt')
    return ending === '.xlsx'
      ? '文件内容是文本，不是 .xlsx 工作簿，请用 WPS 或 Excel 打开后另存为 .xlsx，或把扩展名改为 .csv 后重新上传'
      : `文件内容是文本，扩展名应为 .csv，${saveAgain}`;
  return ending === '.csv' && kind === null ? `文件不是文本，或含有无法识别的字符，${saveAgain}` : null;
}
