/** A part that browsers keep a copy of. */
export type Topic = 'menu' | 'dictionary';

/** Tables of what browsers keep. */
export interface FreshnessTables {
  fresh: { tenant_id: string; topic: Topic; number: string };
}
