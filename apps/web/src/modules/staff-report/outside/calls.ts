// The calls of whoever scans a code, without a session.
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
/** What a code says: the unit, and its secret. */
export type CodeKey = z.output<typeof codeKey>;

/** The key that stands behind # of a code's address; null where it is none. */
export function keyIn(hash: string): CodeKey | null {
  const [unit = '', secret = ''] = hash.replace(/^#/, '').split('.');
  const read = z.safeParse(codeKey, { tenantId: unit, token: secret });
  return read.success ? read.data : null;
}
/** For whom the code is. */
export const openCode = (key: CodeKey) => reportOpen(key, { quiet: true });
/** Sends one photo. */
export const sendPhoto = (key: CodeKey, file: File) => reportPhoto({ ...key, file }, { quiet: true });
/** Sends the report. */
export const sendReport = (
  key: CodeKey,
  said: { matter: string; place: string; photos: string[]; reporterName?: string; reporterPhone?: string },
) => reportSend({ ...key, ...said }, { quiet: true });
