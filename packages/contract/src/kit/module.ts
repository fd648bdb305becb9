// What a module adds to the lists of the product, in its module.ts.
import type { RedDot } from '../domain/red-dot.ts';
import type { Calls } from '../http/dialect.ts';
import type { UserType } from '../modules/session/session.ts';
import type { Permit } from '../permits.ts';
import type { Fields } from './field.ts';
import type { Moves } from './machine.ts';
import type { Filters, Resource } from './resource.ts';

/** A page in the menu. */
export interface MenuPage {
  /** Name of the entry of the top menu that it belongs to. */
  under: string;
  /** Place among the pages of that entry, ascending. */
  sort: number;
  name: string;
  /** Readings of the name, separated by a space: initials, then the whole pinyin. */
  pinyin: string;
  icon: string;
  component: string;
  userTypes?: readonly UserType[];
  /** Counter of its red dot. */
  redDot?: RedDot;
}
/** A page of no declared resource. */
export interface MenuEntry extends MenuPage {
  path: string;
  permission?: Permit;
  /** Other things (module:thing) whose permits are granted under this page. */
  stems?: readonly string[];
  /** Paths of pages without an entry that belong to this one. */
  group?: readonly string[];
}

/** A declared resource with the calls that serve it and its page. */
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
  /** Its menu entry, where it has a page; at /bus/<name>/index unless `path` names another. */
  menu?: MenuPage & { path?: string };
}

/** A role that comes with the product; those of the platform begin with PLATFORM. docs/PRESET-ROLES.md describes each. */
export type PresetRole =
  | 'SYSTEM_ADMIN'
  | 'SECURITY_ADMIN'
  | 'AUDIT_ADMIN'
  | 'TENANT_ADMIN'
  | 'REGULATOR'
  | 'ENT_ADMIN'
  | 'ENT_SAFETY'
  | 'ENT_STAFF'
  | 'SHOP'
  | 'PLATFORM_SYSTEM_ADMIN'
  | 'PLATFORM_SECURITY_ADMIN'
  | 'PLATFORM_AUDIT_ADMIN'
  | 'PLATFORM_ADMIN';

/** Permits that preset roles hold, and the duty that needs them. */
export interface Duty {
  permits: readonly Permit[];
  roles: readonly PresetRole[];
  duty: string;
}
type VerbOf<S extends string, P = Permit> = P extends `${S}:${infer V}` ? V : never;
/** Permits of one thing (`bus:station`), the preset roles that hold them, and the duty that needs them. */
export const duty = <S extends string>(
  stem: S,
  verbs: readonly VerbOf<S>[],
  roles: readonly PresetRole[],
  text: string,
): Duty => ({ permits: verbs.map((verb) => `${stem}:${verb}` as Permit), roles, duty: text });

/** Events by name with their payload; the module that publishes one declares it in its module.ts. */
export interface Events {}

/** What a module.ts may export. */
export interface ModuleLists {
  permits?: Readonly<Record<string, string>>;
  /** Labels of calls (`module.verb`) in logs and histories. */
  callNames?: Readonly<Record<string, string>>;
  resources?: readonly Declared[];
  menu?: readonly MenuEntry[];
  /** Paths of pages that no menu entry opens. */
  screens?: readonly string[];
  duties?: readonly Duty[];
}

const verbs = { index: '查看列表', add: '新增', edit: '编辑', del: '删除', export: '导出' } as const;
type Verb = keyof typeof verbs;

/** The permits of a declared resource with their labels; `more` are verbs beyond the usual five. */
export const permitsOf = <P extends string, const M extends Readonly<Record<string, string>> = {}>(
  stem: P,
  label: string,
  more?: M,
) =>
  // `fromEntries` forgets the keys that the template spells out.
  Object.fromEntries(
    Object.entries({ ...verbs, ...more }).map(([verb, word]) => [`${stem}:${verb}`, `${label}-${word}`]),
  ) as Record<`${P}:${Verb | (keyof M & string)}`, string>;

/** Labels of the calls of a declared resource; `more` are those of its moves and other calls. */
export function namesOf(resource: string, label: string, more: Readonly<Record<string, string>> = {}) {
  const usual = {
    create: `新增${label}`,
    update: `修改${label}`,
    remove: `删除${label}`,
    move: `${label}改属企业`,
    export: `导出${label}`,
    import: `上传${label}导入文件`,
    importConfirm: `确认导入${label}`,
  };
  return Object.fromEntries(Object.entries({ ...usual, ...more }).map(([verb, name]) => [`${resource}.${verb}`, name]));
}
