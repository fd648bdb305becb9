import type { RedDot } from './domain/red-dot.ts';
import type { Calls } from './http/dialect.ts';
import type { Fields } from './kit/field.ts';
import type { Moves } from './kit/machine.ts';
import type { Filters, Resource } from './kit/resource.ts';
import type { UserType } from './modules/session/session.ts';

/**
 * Which permits a preset role has over a resource: to look, to keep it up, to take its list along too; or the verbs
 * by name, those of its moves among them.
 */
export type RolePermits = 'read' | 'write' | 'all' | readonly string[];

/** A declared resource with the calls that serve it, its page and who may. */
export interface Declared {
  resource: Pick<
    Resource<string, Fields, string, Filters, Moves>,
    | 'name'
    | 'label'
    | 'counter'
    | 'title'
    | 'subtitle'
    | 'order'
    | 'class'
    | 'permits'
    | 'removal'
    | 'table'
    | 'fields'
    | 'filterLabels'
    | 'states'
    | 'importKey'
  > & { sortable: readonly string[] };
  calls: Calls;
  /** Its entry in the menu, where it has a page; at /bus/<name>/index unless the entry says another path. */
  menu?: {
    under: string;
    name: string;
    pinyin: string;
    icon: string;
    component: string;
    path?: string;
    redDot?: RedDot;
    userTypes?: readonly UserType[];
  };
  /**
   * What the preset roles of these kinds of people may: regulators, everybody of an enterprise, and beyond that those who
   * run it (its administrator and its safety managers), and people of shops. What is the platform's says what its administrator may.
   */
  roles: {
    regulator?: RolePermits;
    enterprise?: RolePermits;
    management?: RolePermits;
    platform?: RolePermits;
    shop?: RolePermits;
  };
}
