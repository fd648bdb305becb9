// Types of the parts that a module.ts adds to the product.
import type { RedDot } from '../domain/red-dot.ts';
import type { Calls } from '../http/call-table.ts';
import type { UserType } from '../modules/session/session.ts';
import type { Permit } from '../permits.ts';
import type { Fields } from './field.ts';
import type { AnyListing } from './listing.ts';
import type { Measure } from './measure.ts';
import type { Moves } from './state-machine.ts';
import type { Filters, Resource } from './resource.ts';

export interface MenuPage {
  /** Name of the top menu entry that contains the page. */
  under: string;
  /** Position of the page within the top menu entry; lower numbers come first. */
  sort: number;
  name: string;
  /** Pinyin initials and full pinyin of the name, separated by a space. */
  pinyin: string;
  icon: string;
  component: string;
  userTypes?: readonly UserType[];
  redDot?: RedDot;
}
export interface MenuEntry extends MenuPage {
  path: string;
  permission?: Permit;
  /** Other permit prefixes (`module:thing`) that administrators grant together with this page. */
  stems?: readonly string[];
  group?: readonly string[];
}

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
  /** Menu entry, if the resource has a page. The default path is /bus/<name>/index, the default component <name>/list. */
  menu?: Omit<MenuPage, 'component'> & { path?: string; component?: string };
}

/**
 * Code of a role that is delivered with the product. Names of platform roles begin with PLATFORM. See
 * docs/PRESET-ROLES.md.
 */
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

const authority = ['TENANT_ADMIN', 'REGULATOR'] as const;
const safety = ['ENT_ADMIN', 'ENT_SAFETY'] as const;
const enterprise = [...safety, 'ENT_STAFF'] as const;
/** Groups of preset roles that many duties have. `all`: everybody except shops and the platform. */
export const roles = {
  authority,
  safety,
  enterprise,
  authorityAndSafety: [...authority, ...safety],
  all: [...authority, ...enterprise],
} as const;

export interface Duty {
  permits: readonly Permit[];
  roles: readonly PresetRole[];
  duty: string;
}
type VerbOf<S extends string, P = Permit> = P extends `${S}:${infer V}` ? V : never;
/**
 * Declares the permits of one prefix (`bus:station`), the preset roles that have them, and the duty that needs them.
 */
export const duty = <S extends string>(
  stem: S,
  verbs: readonly VerbOf<S>[],
  roles: readonly PresetRole[],
  text: string,
): Duty => ({ permits: verbs.map((verb) => `${stem}:${verb}` as Permit), roles, duty: text });

/** Payload type by event name. The module that publishes an event declares it in its module.ts. */
export interface Events {}

export interface ModuleLists {
  permits?: Readonly<Record<string, string>>;
  callNames?: Readonly<Record<string, string>>;
  resources?: readonly Declared[];
  listings?: readonly AnyListing[];
  menu?: readonly MenuEntry[];
  screens?: readonly string[];
  duties?: readonly Duty[];
  measures?: readonly Measure[];
}

const verbs = { index: '查看列表', add: '新增', edit: '编辑', del: '删除', export: '导出' } as const;
type Verb = keyof typeof verbs;

/** Builds the permits of a resource with their labels. `more` adds verbs to the five usual verbs. */
export const permitsOf = <P extends string, const M extends Readonly<Record<string, string>> = {}>(
  stem: P,
  label: string,
  more?: M,
) =>
  // Cast needed because `fromEntries` loses the literal keys.
  Object.fromEntries(
    Object.entries({ ...verbs, ...more }).map(([verb, word]) => [`${stem}:${verb}`, `${label}-${word}`]),
  ) as Record<`${P}:${Verb | (keyof M & string)}`, string>;

/** Builds the labels of the calls of a resource. `more` adds moves and other calls. */
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
