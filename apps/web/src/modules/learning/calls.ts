import { learningCalls } from '@anlan/contract/modules/learning/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';

export const learning = api(learningCalls);
export const learningKey = ['learning'] as const;
export const ownTasks = queryOptions({
  queryKey: [...learningKey, 'mine'],
  queryFn: ({ signal }) => learning.mine({}, { signal, quiet: true }),
});
export const taskOf = (id: string) =>
  queryOptions({
    queryKey: [...learningKey, 'task', id],
    queryFn: ({ signal }) => learning.open({ id }, { signal, quiet: true }),
  });
export const examReviewOf = (id: string) =>
  queryOptions({
    queryKey: [...learningKey, 'review', id],
    queryFn: ({ signal }) => learning.examReview({ id }, { signal, quiet: true }),
  });
/** Downloads the user's own certificate as PDF. Its QR code links to the public address of this site. */
export const downloadOwnCertificate = (id: string) =>
  download(learningCalls.certificatePdf, { id, at: location.origin });
