import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Scope } from '#kernel/scope.ts';

declare const scopedTransaction: unique symbol;

export interface Tx {
  readonly [scopedTransaction]: true;
  readonly kysely: Kysely<unknown>;
  readonly client: pg.PoolClient;
  readonly scope: Scope;
}
