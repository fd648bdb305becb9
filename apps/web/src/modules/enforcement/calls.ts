import { enforcementCalls } from '@anlan/contract/modules/enforcement/calls';
import { enforcement } from '@anlan/contract/modules/enforcement/resource';
import { queryOptions } from '@tanstack/react-query';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';

export type { NoticePaper } from '@anlan/contract/modules/enforcement/calls';

export const notices = api(enforcementCalls);
export const boundNotice = bindResource(enforcement, enforcementCalls);
export const noticeKey = ['enforcement'] as const;
export const oneNotice = (id: string) =>
  queryOptions({
    queryKey: [...noticeKey, 'one', id],
    queryFn: ({ signal }) => notices.get({ id }, { signal, quiet: true }),
  });
export const noticePaper = (id: string) =>
  queryOptions({
    queryKey: [...noticeKey, 'paper', id],
    queryFn: ({ signal }) => notices.paper({ id }, { signal, quiet: true }),
  });
/** Downloads the enforcement document as PDF. Its QR code links to this site. */
export const downloadPaper = (id: string) => download(enforcementCalls.pdf, { id, at: location.origin });
