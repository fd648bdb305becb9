import * as z from 'zod/mini';
import { limits, type TimeoutClass } from '../limits.ts';
import type { CallAccess } from '../permits.ts';
import { oneOrMany, whole } from '../domain/fields.ts';
import type { UploadedKind } from '../modules/file/file.ts';
import type { Page, PageInput, Sort } from '../domain/paging.ts';
import type { Restriction } from '../modules/session/restriction.ts';

export type Answer<S extends z.ZodMiniType = z.ZodMiniType> =
  | { kind: 'enveloped'; schema: S }
  | { kind: 'bare'; schema: S }
  | { kind: 'uploaded'; schema: S }
  | { kind: 'file'; kinds: readonly string[] }
  | { kind: 'document'; type: string };

/**
 * Rules for an uploaded file: maximum size and allowed kinds. The first bytes of the file decide its kind, never its
 * name.
 */
export interface FileRule {
  maxBytes: number;
  kinds: readonly UploadedKind[];
}

/** An uploaded file. `type` is the media type that the sender declares; it may be wrong. */
export interface IncomingFile {
  name: string;
  type: string;
  stream: AsyncIterable<Uint8Array>;
}

export interface OutgoingFile {
  name?: string;
  type: string;
  body: Uint8Array | AsyncIterable<Uint8Array>;
  /** The browser must save the file even if it could display it. */
  isDownload?: boolean;
  /** Origins that our document may frame and connect to; sent in its Content-Security-Policy. */
  allowedOrigins?: readonly string[];
  /** Address to which the response redirects. */
  redirectTo?: string;
  /** Set for a public page: its Content-Security-Policy, ETag and status. */
  page?: { policy: string; etag: string; status: 200 | 404 };
  /** How long browsers and proxies may cache the response, in seconds. It is not cached if absent. */
  cacheSeconds?: number;
  /** Opens a byte range of the file, so that a media player can request parts. */
  parts?: { sizeBytes: number; open: (range: { from: number; to: number }) => Promise<AsyncIterable<Uint8Array>> };
}

/** One row of a call table. The HTTP layer, the client, the OpenAPI document and the generated tests use it. */
export interface Call {
  method: 'GET' | 'POST';
  /** Absolute path. `{id}` accepts only ids of our own format. */
  path: string;
  /** Codec of the input: one flat object with the fields of path, query and body. */
  input: z.ZodMiniType;
  /** Where a field is sent, if not in the default place (GET: query, POST: body). */
  in: Readonly<Record<string, 'path' | 'query' | 'body'>>;
  answer: Answer;
  /** Whether the call writes. A GET that writes is protected against cross-site requests. */
  effect: 'read' | 'write';
  /**
   * `person`: a person caused the call, so the call resets the idle timeout. `background`: the call does not reset
   * it.
   */
  activity: 'person' | 'background';
  permit: CallAccess;
  wait: TimeoutClass;
  bodyBytes: number;
  /** Rate limit that applies to the call. */
  rate: 'ordinary' | 'captcha' | 'sign-in' | 'lookup';
  /** Whether demo users may use the call although it writes. */
  demo: boolean;
  /**
   * Whether a platform user who has entered a tenant may use the call. Never for calls that grant later access:
   * accounts, phones, bindings, roles, factors, tokens, hosts (S94).
   */
  impersonation: boolean;
  /** Session restrictions under which the call is still allowed. */
  allowedRestrictions: readonly Restriction[];
  /** Whether the response has a secret that is shown only once. Such a response is never stored (S90). */
  secret: boolean;
  /** A repeated call with the same input has no second effect, so the Idempotency-Key is ignored. */
  isIdempotent?: true;
  file?: FileRule | undefined;
  /** OAuth grant that the client in the Basic credential must be allowed to use. Such a call has no bearer token. */
  client: 'password' | 'refresh_token' | 'sms_login' | null;
  /**
   * Use of the cookie that identifies the browser. `marks`: the call sets it; `reads`: the module receives its value.
   */
  browser: 'marks' | 'reads' | null;
  /** Whether form bodies are accepted beside the query (auth calls). */
  form: boolean;
  /** Text fields that the client encrypts with the password cipher (Q03). The HTTP layer decrypts them. */
  encryptedFields: readonly string[];
  /** Other paths of the same call in the specification. */
  aliasPaths: readonly string[];
  /** Format of `{id}` in the path; `tenant` is a tenant number. */
  id: 'uuid' | 'tenant' | 'word';
  /** Codec of the rows `current` and `existing` in a 409 response; null if the call has none. */
  conflict: z.ZodMiniType | null;
  /** Field that receives the list if the body is a plain JSON list; null refuses such a body. */
  bare: string | null;
  /** Whether a browser that navigates to the path gets the public document and not the page of the app. */
  document: boolean;
  /**
   * Whether the field `code` of the envelope is a text. Only true for POST /weixin/wxmaterial/materialFileUpload
   * (ER-03).
   */
  codeAsText: boolean;
  /** Source of the call: 'spec §7', or by default 'chosen' if the specification does not have it. */
  origin: string;
}

/** A call without `input` needs none; a call without `answer` answers null. */
type Options<I extends z.ZodMiniType, A extends Answer> = Partial<Omit<Call, 'method' | 'path' | 'input' | 'answer'>> &
  Pick<Call, 'permit'> & { input?: I; answer?: A };

type Row<I, A, O> = Omit<Call, 'input' | 'answer' | 'file'> & {
  input: I;
  answer: A;
  file: O extends { file: FileRule } ? FileRule : undefined;
};

const empty = z.object({});
/** Response as `{code, msg, data}`; the schema describes `data`. */
export const enveloped = <S extends z.ZodMiniType>(schema: S) => ({ kind: 'enveloped' as const, schema });
export const nothing = enveloped(z.null());

function row<I extends z.ZodMiniType, A extends Answer, O extends Options<I, A>>(
  method: 'GET' | 'POST',
  path: string,
  options: O & Options<I, A>,
): Row<I, A, O> {
  const call = {
    in: path.includes('{id}') ? { id: 'path' as const } : {},
    effect: method === 'GET' ? 'read' : 'write',
    activity: 'person',
    // Background calls time out sooner than calls that a person waits for (CN-01).
    wait: options.activity === 'background' ? 'quick' : 'ordinary',
    bodyBytes: limits.body.jsonBytes,
    rate: 'ordinary',
    demo: false,
    impersonation: false,
    allowedRestrictions: [],
    secret: false,
    client: null,
    browser: null,
    form: false,
    encryptedFields: [],
    aliasPaths: [],
    id: 'uuid',
    document: false,
    conflict: null,
    bare: null,
    codeAsText: false,
    file: undefined,
    origin: 'chosen',
    input: empty,
    answer: nothing,
    ...options,
    method,
    path,
  };
  // The defaults fill the columns that `Options` leaves out. TypeScript cannot infer this from a spread of a generic
  // type.
  return call as unknown as Row<I, A, O>;
}

/** Declares a GET call. A GET that writes must set `effect`. */
export const get = <
  I extends z.ZodMiniType = typeof empty,
  A extends Answer = typeof nothing,
  O extends Options<I, A> = Options<I, A>,
>(
  path: string,
  options: O & Options<I, A>,
) => row<I, A, O>('GET', path, options);

export const post = <
  I extends z.ZodMiniType = typeof empty,
  A extends Answer = typeof nothing,
  O extends Options<I, A> = Options<I, A>,
>(
  path: string,
  options: O & Options<I, A>,
) => row<I, A, O>('POST', path, options);

/** Response without an envelope, for OAuth and config.json. */
export const bare = <S extends z.ZodMiniType>(schema: S) => ({ kind: 'bare' as const, schema });
/** Response in an envelope that repeats the fields of `data` at the top level (POST /upms/file/upload). */
export const uploaded = <S extends z.ZodMiniType>(schema: S) => ({ kind: 'uploaded' as const, schema });
export const file = (...kinds: readonly string[]) => ({ kind: 'file' as const, kinds });
export const document = (type: string) => ({ kind: 'document' as const, type });

export type Calls = Readonly<Record<string, Call>>;

export type InputOf<C> = C extends { input: infer I extends z.ZodMiniType; file: infer F }
  ? z.output<I> & (F extends FileRule ? { file: IncomingFile } : unknown)
  : never;
export type OutputOf<C> = C extends { answer: infer A }
  ? A extends { schema: infer S extends z.ZodMiniType }
    ? z.output<S>
    : OutgoingFile
  : never;
/** Handler functions that a module must provide for a call table. `Scope` is the server's scope type. */
export type Handlers<T, Scope> = {
  [K in keyof T]: (scope: Scope, input: InputOf<T[K]>) => Promise<OutputOf<T[K]>>;
};

const reserved = ['current', 'size', 'descs', 'ascs'];
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const names = z.optional(oneOrMany(z.string().check(z.maxLength(200))));

export interface ListCapabilities {
  filters: readonly string[];
  sorts: readonly string[];
  /** Pairs of filters that form a range, such as `from` and `to`. */
  ranges: readonly (readonly [from: string, to: string])[];
}
// Finds range filters: their names are `from` and `to` or end with them.
const findRanges = (filters: readonly string[]): ListCapabilities['ranges'] =>
  filters.flatMap((from) => {
    const to = from.replace(/(?:^f|F)rom$/, (end) => (end === 'from' ? 'to' : 'To'));
    return to !== from && filters.includes(to) ? [[from, to] as const] : [];
  });
const lists = new WeakMap<object, ListCapabilities>();
const pages = new WeakSet<object>();
export const isPage = (answer: Answer): boolean => 'schema' in answer && pages.has(answer.schema);
/** Returns the filters and sort fields of a list call. Undefined if the input is not a list query. */
export const findListCapabilities = (input: z.ZodMiniType): ListCapabilities | undefined => lists.get(input);

/** Converts the paging query on the wire (current, size, descs, ascs and filters) to page, size, sort and filter. */
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
    // An empty search field does not filter (VA-13).
    decode: (raw) => {
      const nonEmptyFields = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== ''));
      const { current, size, descs, ascs, ...rest } = nonEmptyFields;
      return { current, size, descs, ascs, filter: rest } as z.input<typeof wire>;
    },
    encode: ({ filter: rest, ...paging }) => ({ ...paging, ...rest }),
  });
  const made = z.pipe(
    flat,
    z.codec(uncheckedSchema<z.output<typeof wire>>(), uncheckedSchema<Inside>(), {
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
  lists.set(made, { filters, sorts: sortable, ranges: findRanges(filters) });
  return made;
};

/** A schema without checks: another schema of the same pipe has already checked the value. */
function uncheckedSchema<T>() {
  return z.custom<T>();
}

/** Converts a page on the wire (`records,total,size,current,pages`) to rows and total. */
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
    uncheckedSchema<Page<z.output<R>>>(),
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
