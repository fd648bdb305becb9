// Webhooks for WeChat public accounts. They have no session and no JSON envelope; the answer has WeChat's format (S60,
// S61).
import type { FastifyInstance } from 'fastify';
import { AppError } from '#kernel/errors.ts';
import { readBody } from './parse.ts';

type CallbackParams = Partial<
  Record<'signature' | 'msg_signature' | 'timestamp' | 'nonce' | 'echostr' | 'encrypt_type', string>
>;
interface Answer {
  status: number;
  body: string;
}
/** Handlers of the webhook. They return null when the address contains no known account. */
export interface WxCallbackHandlers {
  verifyServer(appId: string, knock: CallbackParams): Promise<Answer | null>;
  take(appId: string, knock: CallbackParams, body: string, plainAllowed: boolean): Promise<Answer | null>;
}

const mostBytes = 1024 * 1024;
const url = '/weixin/portal/:appId';
const names = ['signature', 'msg_signature', 'timestamp', 'nonce', 'echostr', 'encrypt_type'] as const;

/** Reads the query parameters as single texts. It ignores a repeated parameter. */
function parseCallbackParams(query: unknown): CallbackParams {
  const parameters = query as Record<string, unknown>;
  const knock: CallbackParams = {};
  for (const name of names) {
    const value = parameters[name];
    if (typeof value === 'string' && value.length <= 512) knock[name] = value;
  }
  return knock;
}

/** Mounts the webhooks. Unencrypted messages are accepted only when `plainAllowed`. */
export function mountWxCallbacks(app: FastifyInstance, door: WxCallbackHandlers, plainAllowed: boolean): void {
  const config = { call: 'weixin.portal', pattern: url, upload: false };
  const appIdOf = ({ params }: { params: { appId: string } }) => {
    if (!/^[A-Za-z0-9_-]{6,40}$/.test(params.appId)) throw new AppError('notFound');
    return params.appId;
  };
  app.get<{ Params: { appId: string } }>(url, { config }, async (request, reply) => {
    const answer = await door.verifyServer(appIdOf(request), parseCallbackParams(request.query));
    if (answer === null) throw new AppError('notFound');
    return reply.status(answer.status).type('text/plain; charset=utf-8').send(answer.body);
  });
  app.post<{ Params: { appId: string } }>(url, { config }, async (request, reply) => {
    const appId = appIdOf(request);
    const body = await readBody(request.raw, mostBytes);
    const answer = await door.take(appId, parseCallbackParams(request.query), body.toString('utf8'), plainAllowed);
    if (answer === null) throw new AppError('notFound');
    return reply.status(answer.status).type('text/plain; charset=utf-8').send(answer.body);
  });
}
