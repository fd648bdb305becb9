import type { FastifyInstance } from 'fastify';
import { callNames } from '@anlan/contract/labels';
import { errors, type ErrorCode } from '@anlan/contract/errors';
import { limits } from '@anlan/contract/limits';
import { productVersion } from '@anlan/contract/release';
import { isPermit, permitLabels } from '@anlan/contract/labels';
import { get, document, findListCapabilities, type Call } from '@anlan/contract/http/call-table';
import { AppError } from '#kernel/errors.ts';
import type { Guard } from './guard.ts';
import type { HttpLayer } from './mount.ts';
import { takesKey } from './idempotency.ts';
import { shapesOf, type Json, type Shapes } from './openapi-shapes.ts';

// Header that lets a repeated write take effect only once (S51).
const keyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{16,64}$' },
};

function pagingOf(sorts: readonly string[]): Record<string, Json> {
  const columns: Json =
    sorts.length > 0
      ? { type: 'array', items: { type: 'string', enum: [...sorts] } }
      : { type: 'array', items: { type: 'string' }, maxItems: 0 };
  const { sizeDefault, sizeMax } = limits.page;
  return {
    current: { type: 'integer', minimum: 1, default: 1, description: '页码' },
    size: { type: 'integer', minimum: 1, maximum: sizeMax, default: sizeDefault, description: '每页条数' },
    descs: { ...columns, description: '按这些列从大到小排序' },
    ascs: { ...columns, description: '按这些列从小到大排序' },
  };
}

function inputFields(call: Call, input: Json, fieldsIn: ReturnType<typeof shapesOf>['fieldsIn']) {
  const list = findListCapabilities(call.input);
  if (!list) return fieldsIn(input);
  const filters = fieldsIn(fieldsIn(input).properties['filter'] ?? {});
  return { properties: { ...pagingOf(list.sorts), ...filters.properties }, required: filters.required };
}

const failureRef = { $ref: '#/components/schemas/Failure' };
const failure = (description: string, schema: object = failureRef) => ({
  description,
  content: { 'application/json': { schema } },
});
const failureText = ({ status, text }: { status: number; text: string }) => `${status} ${text}`;

/** Describes the usual error answers by status. `default` covers other statuses. */
function failuresOf(call: Call, conflict: Json | null) {
  const usual: ErrorCode[] = ['invalid', 'tooMany', 'failed', 'unavailable'];
  if (call.permit !== 'public' || call.client !== null) usual.push('unauthenticated');
  if (call.permit !== 'public') usual.push('denied');
  if (call.path.includes('{')) usual.push('notFound');
  if (call.method === 'POST') usual.push('tooLarge', 'mediaType');
  if (takesKey(call)) usual.push('conflict');
  const knownFailures = Object.fromEntries(
    usual.map((code) => [errors[code].status, { $ref: `#/components/responses/${code}` }]),
  );
  const rows = { type: 'object', nullable: true, properties: { current: conflict, existing: conflict } };
  const withRows = { allOf: [failureRef, { type: 'object', properties: { data: rows } }] };
  return {
    ...knownFailures,
    ...(conflict ? { [errors.conflict.status]: failure(failureText(errors.conflict), withRows) } : {}),
    default: { $ref: '#/components/responses/any' },
  };
}

function answerOf({ answer }: Call, data: Json) {
  if (answer.kind === 'file' || answer.kind === 'document')
    return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const envelope = {
    type: 'object',
    properties: { code: { type: 'integer' }, msg: { type: 'string', nullable: true }, data },
  };
  const schema = { bare: data, enveloped: envelope, uploaded: { ...envelope, allOf: [data] } }[answer.kind];
  return { 'application/json': { schema } };
}

/** Describes a POST body: JSON, JSON or a form where the call allows it, or a file with fields. */
function bodyOf(call: Call, whole: Json, own: Json, form: Json) {
  if (call.file)
    return {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { ...form.properties, file: { type: 'string', format: 'binary' } },
          required: ['file', ...(own.required ?? [])],
        },
      },
    };
  // Uses the named schema when all fields of the input are in the body.
  const object = Object.keys(form.properties ?? {}).length === Object.keys(own.properties ?? {}).length ? whole : own;
  const list = call.bare === null ? undefined : own.properties?.[call.bare];
  return {
    'application/json': { schema: list === undefined ? object : { anyOf: [object, list] } },
    ...(call.form ? { 'application/x-www-form-urlencoded': { schema: form } } : {}),
  };
}

/** Summary text of a call: its audit text, else the label of its permit, else its name. */
function summaryOf(name: string, { permit }: Call): string {
  return callNames[name] ?? (isPermit(permit) ? `${permitLabels[permit]} (${name})` : name);
}

const objectOf = (properties: Record<string, Json>, required: readonly string[]): Json => {
  const own = required.filter((key) => key in properties);
  return { type: 'object', properties, ...(own.length > 0 ? { required: own } : {}) };
};

function operation(name: string, call: Call, shapes: Shapes, fields: ReturnType<typeof inputFields>) {
  const usual = call.method === 'GET' || call.file ? 'query' : 'body';
  const all = Object.entries(fields.properties);
  const placeOf = (key: string) => call.in[key] ?? usual;
  const parameters = all
    .filter(([key]) => placeOf(key) !== 'body')
    .map(([key, schema]) => ({
      name: key,
      in: placeOf(key),
      required: placeOf(key) === 'path' || fields.required.includes(key),
      schema,
    }));
  const pick = (wanted: (place: string) => boolean, required: readonly string[]) =>
    objectOf(Object.fromEntries(all.filter(([key]) => wanted(placeOf(key)))), required);
  const own = pick((place) => place === 'body', fields.required);
  // A form field may also be in the query.
  const form = pick((place) => place !== 'path', []);
  return {
    operationId: name,
    summary: summaryOf(name, call),
    tags: [name.split('.', 1)[0]],
    'x-permit': call.permit,
    'x-effect': call.effect,
    'x-origin': call.origin,
    security: call.permit === 'public' ? (call.client === null ? [] : [{ client: [] }]) : [{ bearer: [] }],
    parameters: takesKey(call) ? [...parameters, keyHeader] : parameters,
    ...(call.method === 'POST' ? { requestBody: { content: bodyOf(call, shapes.input, own, form) } } : {}),
    responses: {
      '200': { description: 'ok', content: answerOf(call, shapes.answer) },
      ...failuresOf(call, shapes.conflict),
    },
  };
}

const text = { type: 'string' };
const failureSchema = {
  type: 'object',
  properties: {
    code: { type: 'integer', description: '不为 0' },
    msg: { ...text, description: '给人看的原因' },
    data: {
      type: 'object',
      nullable: true,
      properties: {
        errors: {
          type: 'array',
          description: '400 时有误的字段',
          items: { type: 'object', properties: { field: text, msg: text } },
        },
      },
    },
  },
  required: ['code', 'msg'],
};

function documentOf(mounted: HttpLayer['mounted']) {
  const shapes = shapesOf(mounted);
  const paths: Record<string, Record<string, object>> = {};
  for (const { name, call } of mounted.toSorted((a, b) => (a.call.path < b.call.path ? -1 : 1))) {
    const own = shapes.of(name, call);
    const fields = inputFields(call, own.input, shapes.fieldsIn);
    (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(name, call, own, fields);
  }
  return {
    openapi: '3.0.3',
    info: { title: '安澜', version: productVersion },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, client: { type: 'http', scheme: 'basic' } },
      responses: {
        ...Object.fromEntries(Object.entries(errors).map(([code, error]) => [code, failure(failureText(error))])),
        any: failure(Object.values(errors).map(failureText).join('; ')),
      },
      schemas: { ...shapes.usedIn(JSON.stringify(paths)), Failure: failureSchema },
    },
    paths,
  };
}

/**
 * Serves GET /openapi.json for the mounted calls. Without a permit, it is open only when no other machine can reach
 * the server. Clients without access get 404.
 */
export function openApi(app: FastifyInstance, http: HttpLayer, guard: Guard, open: boolean) {
  const row: Call = get('/openapi.json', {
    answer: document('application/json'),
    permit: open ? 'public' : 'sys:openapi:get',
    document: true,
  });
  let text: string | null = null;
  app.get('/openapi.json', { config: { call: 'openapi' } }, async (request, reply) => {
    await guard.enter(request, row, 'openapi', {}, false).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'unauthenticated' ? new AppError('notFound') : error;
    });
    text ??= JSON.stringify(documentOf(http.mounted));
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(text);
  });
}
