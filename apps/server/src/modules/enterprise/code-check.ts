import type { Field } from '@anlan/contract/kit/field';
import { enterpriseFieldSpecs } from '@anlan/contract/modules/enterprise/fields';
import { createReferences } from '#kit/references.ts';
import type { Needs } from './deps.ts';

const kinds: ReadonlySet<string> = new Set(['region', 'industry', 'code', 'codes']);
// A street is checked together with its region.
const columns = Object.entries<Field>(enterpriseFieldSpecs).flatMap(([key, { spec }]) =>
  kinds.has(spec.kind) && key !== 'townCode' ? [{ key, column: key, spec, nameKey: null }] : [],
);

/** Checks changed codes of an enterprise. Throws when one is unknown or disabled. */
export const createCodeCheck = ({ dictionaries }: Needs<'dictionaries'>) =>
  createReferences({ name: 'enterprise', label: '企业', columns }, { dictionaries, references: {} }).check;
