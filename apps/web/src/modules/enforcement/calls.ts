import { enforcementCalls } from '@anlan/contract/modules/enforcement/calls';
import { enforcement } from '@anlan/contract/modules/enforcement/resource';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';
import { download } from '#lib/download.ts';

export type { NoticePaper } from '@anlan/contract/modules/enforcement/calls';

export const notices = api(enforcementCalls);
export const boundNotice = bindResource(enforcement, enforcementCalls);
export const noticeKey = ['enforcement'] as const;
export const oneNotice = (id: string) => callQuery([...noticeKey, 'one', id], notices.get, { id });
export const noticePaper = (id: string) => callQuery([...noticeKey, 'paper', id], notices.paper, { id });
/** Downloads the enforcement document as PDF. Its QR code links to this site. */
export const downloadPaper = (id: string) => download(enforcementCalls.pdf, { id, at: location.origin });
