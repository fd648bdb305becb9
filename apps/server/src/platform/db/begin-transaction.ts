import type pg from 'pg';
import { everyRegion, regionRangesMost, type Regions } from '#kernel/regions.ts';
import type { Scope } from '#kernel/scope.ts';

const plain = /^[0-9a-zA-Z-]{0,64}$/;
type Setting = readonly [name: string, value: string];
function setting(name: string, value: string | null): Setting {
  const text = value ?? '';
  if (!plain.test(text)) throw new Error(`a scope value has characters of its own: ${name}`);
  return [`anlan.${name}`, text];
}

/** Settings for the region policies: the role that sees all regions, or the ranges and the gaps between them. */
function visibility(regions: Regions, wideRole: string | null): Setting[] {
  if (regions === 'all' && wideRole !== null) return [['role', wideRole]];
  const ranges = regions === 'all' ? [everyRegion] : regions;
  if (ranges.length > regionRangesMost) throw new Error('more ranges of regions than the policies know');
  return [
    setting('region_from', ranges[0]?.from ?? null),
    setting('region_to', ranges.at(-1)?.to ?? null),
    ...ranges.slice(0, regionRangesMost - 1).map(({ to }, at) => setting(`region_until_${at + 1}`, to)),
    ...ranges.slice(1).map(({ from }, at) => setting(`region_after_${at + 1}`, from)),
  ];
}

/**
 * Begins a transaction and sets its scope with a prepared statement. Throws before anything is sent when the scope is
 * invalid, because later statements would run outside a transaction.
 */
export function begin(
  client: pg.PoolClient,
  scope: Scope,
  { statementMs, readOnly, wideRole }: { statementMs: number; readOnly: boolean; wideRole: string | null },
): Promise<unknown> {
  const settings = [
    setting('tenant_id', scope.tenantId),
    setting('enterprise_from', scope.enterpriseFrom),
    setting('enterprise_to', scope.enterpriseTo),
    ...visibility(scope.regions, wideRole),
    setting('wall', scope.http ? 'on' : 'off'),
    ['statement_timeout', String(Math.trunc(statementMs))] as const,
  ];
  const places = settings.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`);
  const text = `select ${places.join(', ')}`;
  return Promise.all([
    client.query(readOnly ? 'begin read only' : 'begin'),
    client.query({ name: `scope.${settings.length}`, text, values: settings.flat() }),
  ]);
}
