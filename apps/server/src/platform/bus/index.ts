import type { Scope } from '#kernel/scope.ts';

/** What nodes tell each other: hints alone, never authority. `standing`: what somebody may do has changed or ended; `dictionary`: words; `frame`: something to tell browsers; `message`: one of a follower's, whose id stands in the person's place. */
export type Kind = 'standing' | 'dictionary' | 'frame' | 'message';

/** One hint: whose, and of what. */
export interface Hint {
  tenantId: string;
  /** The person it is about; null means everybody of the tenant. */
  userId: string | null;
  /** The thing it is about, or null for all of the person's. */
  id: string | null;
}

type Handler = (hint: Hint) => void;

/** Hints between the nodes of an installation, sent after the commit; whoever hears none is bounded by time. */
export interface Bus {
  /** Tells all nodes, this one at once. The tenant is the scope's, and only ids of ours are carried. */
  publish(scope: Scope, kind: Kind, about?: { userId?: string | null; id?: string | null }): void;
  /** Hears the hints of all tenants. */
  subscribe(kind: Kind, handler: Handler): void;
}

/** How hints reach the other nodes. */
export interface Carrier {
  send(topic: string): void;
  onTopic(heard: (topic: string) => void): void;
}

const word = /^[0-9A-Za-z-]{1,64}$/;
const pattern =
  /^t:([0-9A-Za-z-]{1,64}):u:([0-9A-Za-z-]{1,64}|\*):i:([0-9A-Za-z-]{1,64}|\*):(standing|dictionary|frame|message)$/;

function part(value: string | null | undefined): string {
  if (value === null || value === undefined) return '*';
  // A name with a colon or a star in it would reach into another tenant's topics (S35).
  if (!word.test(value)) throw new Error('a topic holds ids only');
  return value;
}

/** The name of a hint: it holds tenant and person. */
export function topicOf(scope: Pick<Scope, 'tenantId'>, kind: Kind, about: Partial<Hint> = {}): string {
  if (!word.test(scope.tenantId)) throw new Error('a topic holds ids only');
  return `t:${scope.tenantId}:u:${part(about.userId)}:i:${part(about.id)}:${kind}`;
}

/** The hint of a name, or null when it is none of ours. */
export function hintOf(topic: string): (Hint & { kind: string }) | null {
  const [, tenantId = '', userId, id, kind = ''] = pattern.exec(topic) ?? [];
  if (tenantId === '') return null;
  const named = (text: string | undefined) => (text === undefined || text === '*' ? null : text);
  return { tenantId, userId: named(userId), id: named(id), kind };
}

/** Opens the bus; without a carrier it stays in this process. */
export function createBus(carrier: Carrier | null): Bus {
  const handlers = new Map<string, Handler[]>();
  const heard = (topic: string) => {
    const hint = hintOf(topic);
    if (hint) for (const handler of handlers.get(hint.kind) ?? []) handler(hint);
  };
  carrier?.onTopic(heard);
  return {
    publish(scope, kind, about = {}) {
      const topic = topicOf(scope, kind, about);
      heard(topic);
      carrier?.send(topic);
    },
    subscribe(kind, handler) {
      handlers.set(kind, [...(handlers.get(kind) ?? []), handler]);
    },
  };
}
