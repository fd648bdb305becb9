import type { TimelineKind } from '@anlan/contract/domain/enterprise-life';
import type { Transferring } from '@anlan/contract/domain/enterprise-merge';
import { enterpriseLifeCalls, enterpriseMergeCalls } from '@anlan/contract/wire/enterprise-life';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { enterpriseKey } from '../calls.ts';

const life = api(enterpriseLifeCalls);
const { transfer } = api({ transfer: enterpriseMergeCalls.transfer });

/** What happened to an enterprise, piece by piece, newest first. */
export const enterpriseTimeline = (id: string, kind: TimelineKind | undefined) =>
  infiniteQueryOptions({
    queryKey: [...enterpriseKey, 'timeline', id, kind ?? ''],
    queryFn: ({ pageParam, signal }) =>
      life.timeline({ id, kind, size: 10, before: pageParam ?? undefined }, { signal, quiet: true }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

const quiet = { quiet: true };
/** The steps; the dialog that asks for one shows what fails. */
export const steps = {
  submit: (input: Parameters<typeof life.submit>[0]) => life.submit(input, quiet),
  withdraw: (input: Parameters<typeof life.withdraw>[0]) => life.withdraw(input, quiet),
  approve: (input: Parameters<typeof life.approve>[0]) => life.approve(input, quiet),
  reject: (input: Parameters<typeof life.reject>[0]) => life.reject(input, quiet),
  suspend: (input: Parameters<typeof life.suspend>[0]) => life.suspend(input, quiet),
  resume: (input: Parameters<typeof life.resume>[0]) => life.resume(input, quiet),
  close: (input: Parameters<typeof life.close>[0]) => life.close(input, quiet),
  transfer: (input: Transferring) => transfer(input, quiet),
};
