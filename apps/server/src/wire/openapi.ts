import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { errors } from '@anlan/contract/errors';
import { get, document, type Call } from '@anlan/contract/wire/dialect';
import { AppError } from '#kernel/errors.ts';
import type { Guard } from './guard.ts';
import type { Wall } from './mount.ts';
import { takesKey } from './once.ts';

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref', reused: 'inline', target: 'openapi-3.0' });

// Makes a write that is sent again count once (S51).
const keyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{16,64}$' },
};

function operation(name: string, call: Call) {
  const input = schemaOf(call.input, 'input') as { properties?: Record<string, object>; required?: string[] };
  const usual = call.method === 'GET' || call.file ? 'query' : 'body';
  const places = Object.entries(input.properties ?? {}).map(([key, schema]) => ({
    key,
    schema,
    place: call.in[key] ?? usual,
  }));
  const parameters = places
    .filter(({ place }) => place !== 'body')
    .map(({ key, schema, place }) => ({
      name: key,
      in: place,
      required: place === 'path' || (input.required ?? []).includes(key),
      schema,
    }));
  const properties = Object.fromEntries(
    places.filter(({ place }) => place === 'body').map(({ key, schema }) => [key, schema]),
  );
  const answer = call.answer;
  const content =
    answer.kind === 'file' || answer.kind === 'document'
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : {
          'application/json': {
            schema:
              answer.kind === 'bare'
                ? schemaOf(answer.schema, 'input')
                : {
                    type: 'object',
                    properties: {
                      code: { type: 'integer' },
                      msg: { type: 'string', nullable: true },
                      data: schemaOf(answer.schema, 'input'),
                    },
                  },
          },
        };
  const body = call.file
    ? {
        'multipart/form-data': {
          schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
        },
      }
    : { 'application/json': { schema: { type: 'object', properties } } };
  return {
    operationId: name,
    tags: [name.split('.', 1)[0]],
    'x-permit': call.permit,
    'x-effect': call.effect,
    'x-origin': call.origin,
    security: call.permit === 'public' ? (call.client === null ? [] : [{ client: [] }]) : [{ bearer: [] }],
    parameters: takesKey(call) ? [...parameters, keyHeader] : parameters,
    ...(call.method === 'POST' ? { requestBody: { content: body } } : {}),
    responses: {
      '200': { description: 'ok', content },
      default: {
        description: Object.values(errors)
          .map((e) => `${e.status} ${e.text}`)
          .join('; '),
      },
    },
  };
}

/** GET /openapi.json out of the mounted rows: open where nobody elsewhere comes in, otherwise by permit; to strangers it does not exist. */
export function openApi(app: FastifyInstance, wall: Wall, guard: Guard, open: boolean) {
  const row: Call = get('/openapi.json', {
    answer: document('application/json'),
    permit: open ? 'public' : 'sys:openapi:get',
    document: true,
    origin: 'chosen',
  });
  let text: string | null = null;
  app.get('/openapi.json', { config: { call: 'openapi' } }, async (request, reply) => {
    await guard.enter(request, row, 'openapi', {}, false).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'unauthenticated' ? new AppError('notFound') : error;
    });
    if (text === null) {
      const paths: Record<string, Record<string, object>> = {};
      for (const { name, call } of wall.mounted)
        (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(name, call);
      text = JSON.stringify({
        openapi: '3.0.3',
        info: { title: '安澜', version: '1.0.6' },
        components: {
          securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, client: { type: 'http', scheme: 'basic' } },
        },
        paths,
      });
    }
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(text);
  });
}
