import { enforcementCalls } from '@anlan/contract/modules/enforcement/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';

export type { NoticePaper } from '@anlan/contract/modules/enforcement/calls';

/** Calls about enforcement notices. */
export const notices = api(enforcementCalls);
/** Everything that has been read of notices. */
export const noticeKey = ['enforcement'] as const;
/** One notice. */
export const oneNotice = (id: string) =>
  queryOptions({
    queryKey: [...noticeKey, 'one', id],
    queryFn: ({ signal }) => notices.get({ id }, { signal, quiet: true }),
  });
/** What has been done with a notice. */
export const noticeHistory = (id: string) =>
  queryOptions({
    queryKey: [...noticeKey, 'history', id],
    queryFn: ({ signal }) => notices.history({ id }, { signal, quiet: true }),
  });
/** What the paper of a notice says. */
export const noticePaper = (id: string) =>
  queryOptions({
    queryKey: [...noticeKey, 'paper', id],
    queryFn: ({ signal }) => notices.paper({ id }, { signal, quiet: true }),
  });
/** The paper as PDF; its code leads back here. */
export const downloadPaper = (id: string) => download(enforcementCalls.pdf, { id, at: location.origin });
