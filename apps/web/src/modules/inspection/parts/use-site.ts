import type { WorkBody } from '@anlan/contract/modules/delivery/offline-work';
import type { Inspection } from '@anlan/contract/modules/inspection/resource';
import { queueWork, type Work } from '#lib/offline/outbox.ts';
import { useOnSite, type OnSite } from '#widgets/check-item/use-on-site.ts';
import { bodyOf, itemsAfter } from '#widgets/check-item/work-rules.ts';
import { inspectionKey, inspections } from '../calls.ts';

function after(row: Inspection, work: Work): Inspection {
  if (work.kind !== 'inspection.finish') return { ...row, items: [...itemsAfter(row.items, work)] };
  const { conclusion, signatures } = bodyOf<'inspection.finish'>(work);
  return { ...row, conclusion, signatures, status: 'finished', finishedAt: new Date(work.at), abilities: [] };
}
const onSite: OnSite<Inspection> = {
  kind: 'inspection',
  key: inspectionKey,
  others: [['enforcement']],
  read: (id, signal) => inspections.get({ id }, { signal, quiet: true }),
  titleOf: ({ title }) => title,
  after,
};

export function useSite(id: string) {
  const site = useOnSite(id, onSite);
  return {
    ...site,
    finish: (input: Omit<WorkBody<'inspection.finish'>, 'id'>) =>
      queueWork('inspection.finish', { id, ...input }, { ...site.about('交表'), last: true }),
    aboutSignature: () => site.about('签名'),
  };
}
export type Site = ReturnType<typeof useSite>;
