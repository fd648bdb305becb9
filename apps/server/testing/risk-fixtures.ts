// Valid inputs for risk rules.
import { callNamed, dataOf, sendCall, signIn } from './client.ts';
import type { Actor } from './actors.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>>;

const does = async <T>(actor: Actor, name: string, input: Record<string, unknown>) =>
  dataOf<T>(await sendCall(actor.app, callNamed(actor.app, name), input, { token: actor.tokens.access_token }));

const versionOf = (actor: Actor, type: string): Promise<number> =>
  does<{ version: number }>(actor, 'risk.byType', { type }).then(
    ({ version }) => version,
    () => 0,
  );

const word = () => Math.random().toString(36).slice(2, 10);
const popupFor: Maker = async (actor) => ({
  enabled: true,
  version: await versionOf(actor, 'popup'),
  title: `寒潮提示${word()}`,
  text: '六级以上大风\n停止室外高处作业',
  level: '2',
  audience: ['enterprise', 'regulator'],
  colors: [],
  since: null,
  until: null,
});
let lastDays = 30;
/** A number of days that differs from the previous one and from the default of 30. */
const otherDays = () => (lastDays = 31 + ((lastDays - 30) % 300));
const expiryFor: Maker = async (actor) => ({
  enabled: true,
  version: await versionOf(actor, 'expiry'),
  days: otherDays(),
});

/** Chooses an actor who may change the tenant's rules. A regulator who oversees only some divisions may not. */
const keeper = async (actor: Actor): Promise<Actor> =>
  actor.kind === 'regulator'
    ? { ...actor, kind: 'admin', tokens: await signIn(actor.app, actor.tenant, 'admin') }
    : actor;

export const riskFixtures: Record<string, Maker> = {
  'risk.byType': () => Promise.resolve({ type: 'expiry' }),
  'risk.savePopup': popupFor,
  'risk.saveExpiry': expiryFor,
  'risk.remove': async (actor) => {
    const by = await keeper(actor);
    const { id, version } = await does<{ id: string; version: number }>(by, 'risk.saveExpiry', await expiryFor(by));
    return { id, version };
  },
};
