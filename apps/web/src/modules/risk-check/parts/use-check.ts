import type { WorkBody } from '@anlan/contract/modules/delivery/delivery';
import type { RiskCheck } from '@anlan/contract/modules/risk-check/resource';
import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { doLater, forgetWork, settled, useOutbox, type About, type Work } from '#lib/kept/outbox.ts';
import { positionNow } from '#lib/kept/shrink.ts';
import { isAway } from '#lib/connectivity.ts';
import { tokens } from '#lib/tokens.ts';
import { useOnSite, type OnSite } from '#widgets/check-item/use-on-site.ts';
import { bodyOf, itemsAfter } from '#widgets/check-item/work-rules.ts';
import { checkKey, checks } from '../calls.ts';

function after(row: RiskCheck, work: Work): RiskCheck {
  if (work.kind === 'riskCheck.begin') {
    const { code, latitude } = bodyOf<'riskCheck.begin'>(work);
    // Whether the position is near is the server's to say.
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
  // With the first tap it has begun.
  async open({ id, itemCount }: RiskCheck, about: About) {
    if (itemCount === 0 && !hasBegun(id)) await doLater('riskCheck.begin', { id }, about);
  },
};

/** A check at its point; who comes by the posted QR code is there. */
export function useCheck(id: string, code: string | null) {
  const { message } = App.useApp();
  const site = useOnSite(id, onSite);
  const { data: row } = site.read;
  const isOpen = row?.abilities.includes('answer') ?? false;
  const arrive = useMutation({
    mutationFn: async (how: Omit<WorkBody<'riskCheck.begin'>, 'id'>) => {
      const work = await doLater('riskCheck.begin', { id, ...how }, site.about(how.code ? '扫码到点' : '定位到点'));
      const sent = await settled(work.id, () => isAway() || tokens() === null);
      if (sent?.state === 'refused') await forgetWork(work.id);
    },
    onError: (error) => void message.error(error.message),
  });
  const asked = useRef<string | null>(null);
  const needs = isOpen && code !== null && row?.presence !== 'qr';
  const isLocated = row?.located ?? false;
  const { mutate } = arrive;
  useEffect(() => {
    const key = `${id} ${code ?? ''}`;
    if (!needs || code === null || asked.current === key) return;
    asked.current = key;
    // Where the point has a place, the code is proven by the phone's position, if the phone gives it.
    void (isLocated ? positionNow(5_000) : Promise.resolve(undefined)).then((position) =>
      mutate({ code, ...position }),
    );
  }, [needs, id, code, isLocated, mutate]);
  const finish = useMutation({
    // Whether it has arrived, or waits on this phone.
    mutationFn: async () => {
      const work = await doLater('riskCheck.finish', { id }, { ...site.about('交表'), last: true });
      const sent = await settled(work.id, () => isAway() || tokens() === null);
      if (sent?.state !== 'refused') return sent !== null && sent.state !== 'queued';
      await forgetWork(work.id);
      throw new Error(sent.problem);
    },
    onError: (error) => void message.error(error.message),
  });
  return { ...site, isOpen, arrive, finish };
}
/** What the page does with a check. */
export type Check = ReturnType<typeof useCheck>;
