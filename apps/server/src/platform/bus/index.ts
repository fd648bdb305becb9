import type { Scope } from '#kernel/scope.ts';

/**
 * Kinds of hints between nodes; a hint grants nothing by itself. The first kind: rights or sessions of a person
 * changed. `dictionary`: dictionary items changed. `frame`: an event for browsers. `message`: a message of a
 * follower; `userId` holds its id.
 */
export type Kind = 'standing' | 'dictionary' | 'frame' | 'message';

export interface Hint {
  tenantId: string;
  userId: string | null;
  id: string | null;
}

type Handler = (hint: Hint) => void;

/** Sends hints between nodes after the commit. A node that misses a hint is corrected when its cache expires. */
export interface Bus {
  publish(scope: Scope, kind: Kind, about?: { userId?: string | null; id?: string | null }): void;
  subscribe(kind: Kind, handler: Handler): void;
}

export interface Carrier {
  send(topic: string): void;
  onTopic(heard: (topic: string) => void): void;
}

const word = /^[0-9A-Za-z-]{1,64}$/;
const pattern =
  /^t:([0-9A-Za-z-]{1,64}):u:([0-9A-Za-z-]{1,64}|\*):i:([0-9A-Za-z-]{1,64}|\*):(standing|dictionary|frame|message)$/;

function part(value: string | null | undefined): string {
  if (value === null || value === undefined) return '*';
  // A colon or a star in an id could address the topics of another tenant (S35).
  if (!word.test(value)) throw new Error('a topic holds ids only');
  return value;
}

export function topicOf(scope: Pick<Scope, 'tenantId'>, kind: Kind, about: Partial<Hint> = {}): string {
  if (!word.test(scope.tenantId)) throw new Error('a topic holds ids only');
  return `t:${scope.tenantId}:u:${part(about.userId)}:i:${part(about.id)}:${kind}`;
}

export function hintOf(topic: string): (Hint & { kind: string }) | null {
  const [, tenantId = '', userId, id, kind = ''] = pattern.exec(topic) ?? [];
  if (tenantId === '') return null;
  const named = (text: string | undefined) => (text === undefined || text === '*' ? null : text);
  return { tenantId, userId: named(userId), id: named(id), kind };
}

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
