import { learningCalls } from '@anlan/contract/modules/learning/calls';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';
import { download } from '#lib/download.ts';

export const learning = api(learningCalls);
export const learningKey = ['learning'] as const;
export const ownTasks = callQuery([...learningKey, 'mine'], learning.mine, {});
export const taskOf = (id: string) => callQuery([...learningKey, 'task', id], learning.open, { id });
export const examReviewOf = (id: string) => callQuery([...learningKey, 'review', id], learning.examReview, { id });
/** Downloads the user's own certificate as PDF. Its QR code links to the public address of this site. */
export const downloadOwnCertificate = (id: string) =>
  download(learningCalls.certificatePdf, { id, at: location.origin });
