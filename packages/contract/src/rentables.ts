import { permitLabels } from './labels.ts';
import type { Permit } from './permits.ts';

/**
 * Returns the rentable part to which a permit belongs: `module:thing`. A tenant rents all permits of one part together.
 */
export const permitStem = (permit: string): string => permit.split(':').slice(0, 2).join(':');

// Parts that every tenant needs, and parts that only the platform has. Tenants cannot rent them.
const basicStems = new Set(['sys:user', 'sys:role', 'sys:organ', 'sys:log', 'sys:token']);
const platformStems = new Set(['sys:tenant', 'sys:menu', 'sys:openapi']);
const groups: Readonly<Record<string, string>> = { bus: '业务', sys: '系统', wxmp: '公众号', mall: '商城' };

export interface Rentable {
  stem: string;
  label: string;
  group: string;
}

const all = Object.keys(permitLabels) as Permit[];
/** All parts that a tenant can rent, sorted by label. */
export const rentables: readonly Rentable[] = [...new Map(all.map((permit) => [permitStem(permit), permit]))]
  .filter(([stem]) => !basicStems.has(stem) && !platformStems.has(stem))
  .map(([stem, permit]) => ({
    stem,
    label: permitLabels[permit].split('-')[0] ?? stem,
    group: groups[stem.split(':')[0] ?? ''] ?? '其他',
  }))
  .sort((one, other) => one.label.localeCompare(other.label, 'zh'));

const rentableStems = new Set(rentables.map(({ stem }) => stem));
export const isRentable = (stem: string): boolean => rentableStems.has(stem);

/** Returns the permits of the rented parts and of the parts that every tenant has. */
export const permitsOf = (stems: readonly string[]): ReadonlySet<string> =>
  new Set(all.filter((permit) => basicStems.has(permitStem(permit)) || stems.includes(permitStem(permit))));
