// Every declared resource with its calls, in the order in which modules lean on one another.
import type { Fields, Filters, Resource } from './kit/resource.ts';
import type { Moves } from './kit/machine.ts';
import { stationCalls } from './modules/station/calls.ts';
import { station } from './modules/station/resource.ts';
import type { Calls } from './wire/dialect.ts';

/** A declared resource with the calls that serve it. */
export interface Declared {
  resource: Pick<
    Resource<string, Fields, string, Filters, Moves>,
    'name' | 'label' | 'title' | 'class' | 'permits' | 'removal' | 'table' | 'fields' | 'states'
  > & { sortable: readonly string[] };
  calls: Calls;
}

/** What modules tell of, with what is told; ids stand in lists. */
export interface Events {
  /** Enterprises are about to be removed. */
  'enterprise.removing': { ids: readonly string[] };
}

/** Every declared resource; the conformance suite runs over each. */
export const declared: readonly Declared[] = [{ resource: station, calls: stationCalls }];
