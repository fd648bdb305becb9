import * as z from 'zod/mini';
import { limits, type Wait } from '../limits.ts';
import type { Demand } from '../permits.ts';
import { several, whole } from '../domain/fields.ts';
import type { UploadedKind } from '../modules/file/file.ts';
import type { Page, PageInput, Sort } from '../domain/paging.ts';
import type { Restriction } from '../modules/session/restriction.ts';

/** How a call answers: in the envelope, bare, as a file, or as a document with a media type of its own. */
export type Answer<S extends z.ZodMiniType = z.ZodMiniType> =
  | { kind: 'enveloped'; schema: S }
  | { kind: 'bare'; schema: S }
  | { kind: 'uploaded'; schema: S }
  | { kind: 'file'; kinds: readonly string[] }
  | { kind: 'document'; type: string };

/** What an upload may be: size in bytes and the kinds told by the first bytes, never by name. */
export interface FileRule {
  maxBytes: number;
  kinds: readonly UploadedKind[];
}

/** A file on its way in, as a service sees it; `type` is what the sender claims. */
export interface IncomingFile {
  name: string;
  type: string;
  stream: AsyncIterable<Uint8Array>;
}

/** A file or document on its way out. */
export interface OutgoingFile {
  name?: string;
  type: string;
  body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Whether it is saved even where a browser could show it. */
  saved?: boolean;
  /** Whom else a document of ours may frame and reach, by origin. */
  frames?: readonly string[];
  /** Another address that it leads to instead of being shown. */
  leadsTo?: string;
  /** A page for everybody: its own policy, what tells its versions apart, whether it is there. */
  page?: { policy: string; etag: string; status: 200 | 404 };
  /** How long browsers and what stands between keep it, in seconds; nothing is kept where it is left out. */
  keptSeconds?: number;
  /** What of it a player may ask for by itself. */
  parts?: { sizeBytes: number; open: (range: { from: number; to: number }) => Promise<AsyncIterable<Uint8Array>> };
}

/** One row of a call table: all that the HTTP layer, the client, OpenAPI and the generated tests know of a call (decisions 13). */
export interface Call {
  /** GET or POST, as the specification has it. */
  method: 'GET' | 'POST';
  /** Absolute path; `{id}` takes our ids only. */
  path: string;
  /** Wire ↔ domain of the one flat input object. */
  input: z.ZodMiniType;
  /** Where a field sits when not in the default place (GET: query, POST: body). */
  in: Readonly<Record<string, 'path' | 'query' | 'body'>>;
  /** Wire ↔ domain of the answer. */
  answer: Answer;
  /** Whether state changes; a writing GET is guarded against other sites. */
  effect: 'read' | 'write';
  /** Whether the call shows that a person is at work (idle limit). */
  activity: 'person' | 'background';
  /** Who may. */
  permit: Demand;
  /** Time-out class. */
  wait: Wait;
  /** Largest body in bytes. */
  bodyBytes: number;
  /** Counter that the call draws on. */
  rate: 'ordinary' | 'captcha' | 'sign-in' | 'lookup';
  /** Whether demo users may call it although it writes. */
  demo: boolean;
  /**
   * Whether it may be made inside a tenant that has been entered and lets its visitors write. Nothing may that lets
   * somebody in later: accounts, phones, bindings, roles, factors, tokens, hosts (S94).
   */
  impersonation: boolean;
  /** What may hold a session back without this call being refused. */
  despite: readonly Restriction[];
  /** Whether the answer shows what nobody else may have and nobody is shown again: nothing keeps such an answer (S90). */
  secret: boolean;
  /** Whether what it carries makes it count once, so that an Idempotency-Key is not looked at. */
  isIdempotent?: true;
  /** What may be uploaded with it. */
  file?: FileRule | undefined;
  /** The grant that the basic client credential must allow, where one is demanded instead of a bearer token. */
  client: 'password' | 'refresh_token' | 'sms_login' | null;
  /** Whether the call knows the browser by a cookie of its own: `marks` sets it, `reads` hands it to the module. */
  browser: 'marks' | 'reads' | null;
  /** Whether a form body is taken wherever a query is (auth calls). */
  form: boolean;
  /** Text fields that travel under the password cipher (Q03); the HTTP layer opens them. */
  ciphered: readonly string[];
  /** Other spellings of the path that the specification lists. */
  also: readonly string[];
  /** Whether a path id is one of ours or a tenant's number. */
  id: 'uuid' | 'tenant' | 'word';
  /** How the rows that a conflict brings along (`current`, `existing`) are encoded; null where none are. */
  conflict: z.ZodMiniType | null;
  /** The field that a body which is a list alone, without an object around it, stands for; null where none may. */
  bare: string | null;
  /** Whether a public document wins over the page when a browser navigates to it. */
  document: boolean;
  /** Whether the envelope says its code as text: POST /weixin/wxmaterial/materialFileUpload alone (ER-03). */
  codeAsText: boolean;
  /** 'spec §7' or 'chosen'. */
  origin: string;
}

type Options<I extends z.ZodMiniType, A extends Answer> = Partial<Omit<Call, 'method' | 'path' | 'input' | 'answer'>> &
  Pick<Call, 'permit' | 'origin'> & { input?: I; answer: A };

type Row<I, A, O> = Omit<Call, 'input' | 'answer' | 'file'> & {
  input: I;
  answer: A;
  file: O extends { file: FileRule } ? FileRule : undefined;
};

const empty = z.object({});

function row<I extends z.ZodMiniType, A extends Answer, O extends Options<I, A>>(
  method: 'GET' | 'POST',
  path: string,
  options: O & Options<I, A>,
): Row<I, A, O> {
  const call = {
    in: path.includes('{id}') ? { id: 'path' as const } : {},
    effect: method === 'GET' ? 'read' : 'write',
    activity: 'person',
    // What a page asks by itself is given up sooner than what a person waits for (CN-01).
    wait: options.activity === 'background' ? 'quick' : 'ordinary',
    bodyBytes: limits.body.jsonBytes,
    rate: 'ordinary',
    demo: false,
    impersonation: false,
    despite: [],
    secret: false,
    client: null,
    browser: null,
    form: false,
    ciphered: [],
    also: [],
    id: 'uuid',
    document: false,
    conflict: null,
    bare: null,
    codeAsText: false,
    file: undefined,
    input: empty,
    ...options,
    method,
    path,
  };
  // The defaults fill exactly the columns that `Options` leaves out; TypeScript cannot follow the spread of a generic.
  return call as unknown as Row<I, A, O>;
}

/** A GET row; `effect` must be said when it writes. */
export const get = <
  I extends z.ZodMiniType = typeof empty,
  A extends Answer = Answer,
  O extends Options<I, A> = Options<I, A>,
>(
  path: string,
  options: O & Options<I, A>,
) => row<I, A, O>('GET', path, options);

/** A POST row. */
export const post = <
  I extends z.ZodMiniType = typeof empty,
  A extends Answer = Answer,
  O extends Options<I, A> = Options<I, A>,
>(
  path: string,
  options: O & Options<I, A>,
) => row<I, A, O>('POST', path, options);

/** `{code, msg, data}` around the schema. */
export const enveloped = <S extends z.ZodMiniType>(schema: S) => ({ kind: 'enveloped' as const, schema });
/** The schema alone (OAuth answers, config.json). */
export const bare = <S extends z.ZodMiniType>(schema: S) => ({ kind: 'bare' as const, schema });
/** The envelope with the fields of data beside it as well (POST /upms/file/upload). */
export const uploaded = <S extends z.ZodMiniType>(schema: S) => ({ kind: 'uploaded' as const, schema });
/** A download of one of these kinds. */
export const file = (...kinds: readonly string[]) => ({ kind: 'file' as const, kinds });
/** A document with its own media type (captcha picture, OpenAPI). */
export const document = (type: string) => ({ kind: 'document' as const, type });
/** Nothing but the envelope. */
export const nothing = enveloped(z.null());

/** A call table. */
export type Calls = Readonly<Record<string, Call>>;

/** What a service receives for a call. */
export type InputOf<C> = C extends { input: infer I extends z.ZodMiniType; file: infer F }
  ? z.output<I> & (F extends FileRule ? { file: IncomingFile } : unknown)
  : never;
/** What a service answers to a call. */
export type OutputOf<C> = C extends { answer: infer A }
  ? A extends { schema: infer S extends z.ZodMiniType }
    ? z.output<S>
    : OutgoingFile
  : never;
/** The verbs a module must offer for a table, given the kind of scope the server hands in. */
export type Handlers<T, Scope> = {
  [K in keyof T]: (scope: Scope, input: InputOf<T[K]>) => Promise<OutputOf<T[K]>>;
};

const reserved = ['current', 'size', 'descs', 'ascs'];
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const names = z.optional(several(z.string().check(z.maxLength(200))));

/** What a list may be narrowed and ordered by. */
export interface Listed {
  filters: readonly string[];
  sorts: readonly string[];
  /** Filters that bound one thing from both sides. */
  ranges: readonly (readonly [from: string, to: string])[];
}
// `from` and `to`, alone or behind a name.
const rangesOf = (filters: readonly string[]): Listed['ranges'] =>
  filters.flatMap((from) => {
    const to = from.replace(/(?:^f|F)rom$/, (end) => (end === 'from' ? 'to' : 'To'));
    return to !== from && filters.includes(to) ? [[from, to] as const] : [];
  });
const lists = new WeakMap<object, Listed>();
const pages = new WeakSet<object>();
/** Whether an answer is a page of a list. */
export const isPage = (answer: Answer): boolean => 'schema' in answer && pages.has(answer.schema);
/** What the list behind an input may be narrowed and ordered by; undefined where the input is of no list. */
export const listOf = (input: z.ZodMiniType): Listed | undefined => lists.get(input);

/** The family's paging query (current, size, descs, ascs and the filter, all flat) ↔ page, size, sort, filter. */
export const pageQuery = <F extends z.core.$ZodLooseShape, S extends string>(filter: F, sortable: readonly S[]) => {
  const clash = reserved.find((name) => name in filter);
  if (clash !== undefined) throw new Error(`a filter may not be called ${clash}`);
  const wire = z.object({
    current: z.optional(whole),
    size: z.optional(whole),
    descs: names,
    ascs: names,
    filter: z.object(filter),
  });
  type Inside = PageInput<z.output<typeof wire>['filter'], S>;
  const flat = z.codec(z.record(z.string(), z.unknown()), wire, {
    // A field of a search that was left empty narrows nothing (VA-13).
    decode: (raw) => {
      const said = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== ''));
      const { current, size, descs, ascs, ...rest } = said;
      return { current, size, descs, ascs, filter: rest } as z.input<typeof wire>;
    },
    encode: ({ filter: rest, ...paging }) => ({ ...paging, ...rest }),
  });
  const made = z.pipe(
    flat,
    z.codec(wireOut<z.output<typeof wire>>(), wireOut<Inside>(), {
      decode: (raw, ctx) => {
        const page = Math.max(1, raw.current ?? 1);
        const size = Math.min(Math.max(1, raw.size ?? limits.page.sizeDefault), limits.page.sizeMax);
        const sort: Sort<S>[] = [];
        for (const [list, desc] of [
          [raw.descs, true],
          [raw.ascs, false],
        ] as const)
          for (const name of (list ?? []).flatMap((text) => text.split(',')).filter((text) => text !== '')) {
            const by = sortable.find((column) => column === camel(name));
            if (by === undefined)
              ctx.issues.push({
                code: 'custom',
                message: '不能按该列排序',
                path: [desc ? 'descs' : 'ascs'],
                input: name,
              });
            else if (!sort.some((entry) => entry.by === by)) sort.push({ by, desc });
          }
        if (page * size > limits.page.rowsReachable)
          ctx.issues.push({
            code: 'custom',
            message: `最多可翻到第 ${limits.page.rowsReachable} 条，请缩小筛选范围`,
            path: ['current'],
            input: page,
          });
        return { page, size, sort, filter: raw.filter };
      },
      encode: ({ page, size, sort, filter: inner }) => ({
        current: page,
        size,
        descs: sort.filter((entry) => entry.desc).map((entry) => entry.by),
        ascs: sort.filter((entry) => !entry.desc).map((entry) => entry.by),
        filter: inner,
      }),
    }),
  );
  const filters = Object.keys(filter);
  lists.set(made, { filters, sorts: sortable, ranges: rangesOf(filters) });
  return made;
};

/** A schema that trusts what another schema in the same pipe has already checked. */
function wireOut<T>() {
  return z.custom<T>();
}

/** The family's page (`records,total,size,current,pages`) ↔ rows and total. */
export const pageOf = <R extends z.ZodMiniType>(row: R) => {
  const made = z.codec(
    z.object({
      records: z.array(row),
      total: z.number(),
      size: z.number(),
      current: z.number(),
      pages: z.number(),
      totalIsEstimate: z.optional(z.boolean()),
    }),
    wireOut<Page<z.output<R>>>(),
    {
      decode: (wire) => ({
        rows: wire.records as z.output<R>[],
        total: wire.total,
        size: wire.size,
        page: wire.current,
        totalIsEstimate: wire.totalIsEstimate,
      }),
      encode: (page) => ({
        records: page.rows,
        total: page.total,
        size: page.size,
        current: page.page,
        pages: Math.ceil(page.total / page.size),
        totalIsEstimate: page.totalIsEstimate,
      }),
    },
  );
  pages.add(made);
  return made;
};
