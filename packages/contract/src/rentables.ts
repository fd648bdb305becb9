import { permitLabels } from './labels.ts';
import type { Permit } from './permits.ts';

/** Part of the product that is rented as a whole: the permits of one thing, `module:thing`. */
export const stemOf = (permit: string): string => permit.split(':').slice(0, 2).join(':');

// What nobody works without, and what is the platform's alone.
const always = new Set(['sys:user', 'sys:role', 'sys:organ', 'sys:log', 'sys:token']);
const platformOnly = new Set(['sys:tenant', 'sys:menu', 'sys:openapi']);
const groups: Readonly<Record<string, string>> = { bus: '业务', sys: '系统', wxmp: '公众号', mall: '商城' };

/** A part of the product that a tenant may rent. */
export interface Rentable {
  stem: string;
  label: string;
  /** What it stands under. */
  group: string;
}

const all = Object.keys(permitLabels) as Permit[];
/** Every part of the product that a tenant may rent or leave, by label. */
export const rentables: readonly Rentable[] = [...new Map(all.map((permit) => [stemOf(permit), permit]))]
  .filter(([stem]) => !always.has(stem) && !platformOnly.has(stem))
  .map(([stem, permit]) => ({
    stem,
    label: permitLabels[permit].split('-')[0] ?? stem,
    group: groups[stem.split(':')[0] ?? ''] ?? '其他',
  }))
  .sort((one, other) => one.label.localeCompare(other.label, 'zh'));

const known = new Set(rentables.map(({ stem }) => stem));
/** Whether a text names a part that can be rented. */
export const isRentable = (stem: string): boolean => known.has(stem);

/** The permits that come with some parts and with what nobody works without. */
export const permitsOf = (stems: readonly string[]): ReadonlySet<string> =>
  new Set(all.filter((permit) => always.has(stemOf(permit)) || stems.includes(stemOf(permit))));
