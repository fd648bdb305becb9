import type { WorkBody } from '@anlan/contract/modules/delivery/offline-work';
import type { RiskCheck } from '@anlan/contract/modules/risk-check/resource';
import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { queueWork, forgetWork, waitUntilSent, useOutbox, type WorkInfo, type Work } from '#lib/offline/outbox.ts';
import { positionNow } from '#lib/offline/shrink-photo.ts';
import { isAway } from '#lib/connectivity.ts';
import { tokens } from '#lib/tokens.ts';
import { useOnSite, type OnSite } from '#widgets/check-item/use-on-site.ts';
import { bodyOf, itemsAfter } from '#widgets/check-item/work-rules.ts';
import { checkKey, checks } from '../calls.ts';

function after(row: RiskCheck, work: Work): RiskCheck {
  if (work.kind === 'riskCheck.begin') {
    const { code, latitude } = bodyOf<'riskCheck.begin'>(work);
    // Show the presence from the queued work. Only the server decides whether the position is near enough.
    const presence = code ? 'qr' : latitude ? 'position' : null;
    const there = presence === null || row.far ? {} : { presence, proof: presence, presentAt: new Date(work.at) };
    return { ...row, itemCount: row.items.length, ...there } as RiskCheck;
  }
  if (work.kind === 'riskCheck.finish') return { ...row, status: 'done', doneAt: new Date(work.at), abilities: [] };
  return { ...row, items: [...itemsAfter(row.items, work)] };
}
const over: readonly Work['state'][] = ['refused', 'dropped'];
const hasBegun = (id: string) =>
  useOutbox
    .getState()
    .works.some(({ record, kind, state }) => record === id && kind === 'riskCheck.begin' && !over.includes(state));

const onSite: OnSite<RiskCheck> = {
  kind: 'riskCheck',
  key: checkKey,
  others: [],
  read: (id, signal) => checks.get({ id }, { signal, quiet: true }),
  titleOf: ({ pointName }) => pointName,
  after,
  // If no item has been answered yet, start the check first.
  async open({ id, itemCount }: RiskCheck, about: WorkInfo) {
    if (itemCount === 0 && !hasBegun(id)) await queueWork('riskCheck.begin', { id }, about);
  },
};

/** A check at its risk point. Scanning the QR code at the point proves presence. */
export function useCheck(id: string, code: string | null) {
  const { message } = App.useApp();
  const site = useOnSite(id, onSite);
  const { data: row } = site.read;
  const isOpen = row?.abilities.includes('answer') ?? false;
  const arrive = useMutation({
    mutationFn: async (how: Omit<WorkBody<'riskCheck.begin'>, 'id'>) => {
      const work = await queueWork('riskCheck.begin', { id, ...how }, site.about(how.code ? '扫码到点' : '定位到点'));
      const sent = await waitUntilSent(work.id, () => isAway() || tokens() === null);
      if (sent?.state === 'refused') await forgetWork(work.id);
    },
    onError: (error) => void message.error(error.message),
  });
  const requestedCode = useRef<string | null>(null);
  const needs = isOpen && code !== null && row?.presence !== 'qr';
  const isLocated = row?.located ?? false;
  const { mutate } = arrive;
  useEffect(() => {
    const key = `${id} ${code ?? ''}`;
    if (!needs || code === null || requestedCode.current === key) return;
    requestedCode.current = key;
    // If the point has coordinates, add the phone position to the QR proof.
    void (isLocated ? positionNow(5_000) : Promise.resolve(undefined)).then((position) =>
      mutate({ code, ...position }),
    );
  }, [needs, id, code, isLocated, mutate]);
  const finish = useMutation({
    // Resolves to true if the server has the result, and to false if it is still queued on this phone.
    mutationFn: async () => {
      const work = await queueWork('riskCheck.finish', { id }, { ...site.about('交表'), last: true });
      const sent = await waitUntilSent(work.id, () => isAway() || tokens() === null);
      if (sent?.state !== 'refused') return sent !== null && sent.state !== 'queued';
      await forgetWork(work.id);
      throw new Error(sent.problem);
    },
    onError: (error) => void message.error(error.message),
  });
  return { ...site, isOpen, arrive, finish };
}
export type Check = ReturnType<typeof useCheck>;
