import { learningCalls } from '@anlan/contract/modules/learning/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';

/** Calls of learners. */
export const learning = api(learningCalls);
/** Everything that has been read of one's own learning. */
export const learningKey = ['learning'] as const;
/** One's own tasks. */
export const ownTasks = queryOptions({
  queryKey: [...learningKey, 'mine'],
  queryFn: ({ signal }) => learning.mine({}, { signal, quiet: true }),
});
/** One task with its lessons. */
export const taskOf = (id: string) =>
  queryOptions({
    queryKey: [...learningKey, 'task', id],
    queryFn: ({ signal }) => learning.open({ id }, { signal, quiet: true }),
  });
/** One's own certificate as PDF; its code leads to its public address. */
export const downloadOwnCertificate = (id: string) =>
  download(learningCalls.certificatePdf, { id, at: location.origin });
