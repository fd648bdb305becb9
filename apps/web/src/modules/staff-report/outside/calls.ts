// API calls for people who scan a report code. They have no session.
import { tenantId } from '@anlan/contract/modules/session/session';
import { staffReportCalls } from '@anlan/contract/modules/staff-report/calls';
import { reportToken } from '@anlan/contract/modules/staff-report/views';
import * as z from 'zod/mini';
import { api } from '#lib/api.ts';

const { reportOpen, reportPhoto, reportSend } = api({
  reportOpen: staffReportCalls.reportOpen,
  reportPhoto: staffReportCalls.reportPhoto,
  reportSend: staffReportCalls.reportSend,
});
const codeKey = z.object({ tenantId, token: reportToken });
export type CodeKey = z.output<typeof codeKey>;

/** Parses the key after `#` in the address of a report code. Returns null if it is invalid. */
export function keyIn(hash: string): CodeKey | null {
  const [unit = '', secret = ''] = hash.replace(/^#/, '').split('.');
  const read = z.safeParse(codeKey, { tenantId: unit, token: secret });
  return read.success ? read.data : null;
}
export const openCode = (key: CodeKey) => reportOpen(key, { quiet: true });
export const sendPhoto = (key: CodeKey, file: File) => reportPhoto({ ...key, file }, { quiet: true });
export const sendReport = (
  key: CodeKey,
  input: { matter: string; place: string; photos: string[]; reporterName?: string; reporterPhone?: string },
) => reportSend({ ...key, ...input }, { quiet: true });
