export type Topic = 'menu' | 'dictionary';

export interface FreshnessTables {
  fresh: { tenant_id: string; topic: Topic; number: string };
}
