// The doors of public accounts: WeChat has no session and hears no envelope; it is answered by its own words (S60, S61).
import type { FastifyInstance } from 'fastify';
import { AppError } from '#kernel/errors.ts';
import { readBody } from './parse.ts';

/** What WeChat sends along in the address. */
type Knock = Partial<
  Record<'signature' | 'msg_signature' | 'timestamp' | 'nonce' | 'echostr' | 'encrypt_type', string>
>;
interface Answer {
  status: number;
  body: string;
}
/** What stands behind the doors; null where the address names no account. */
export interface WxDoor {
  greet(appId: string, knock: Knock): Promise<Answer | null>;
  take(appId: string, knock: Knock, body: string, plainAllowed: boolean): Promise<Answer | null>;
}

const mostBytes = 1024 * 1024;
const url = '/weixin/portal/:appId';
const names = ['signature', 'msg_signature', 'timestamp', 'nonce', 'echostr', 'encrypt_type'] as const;

/** Each part of the address once and as text; what came twice counts for nothing. */
function knockOf(query: unknown): Knock {
  const given = query as Record<string, unknown>;
  const knock: Knock = {};
  for (const name of names) {
    const value = given[name];
    if (typeof value === 'string' && value.length <= 512) knock[name] = value;
  }
  return knock;
}

/** Opens the doors; messages that are not encrypted are let in where `plainAllowed` says so. */
export function takeCallbacks(app: FastifyInstance, door: WxDoor, plainAllowed: boolean): void {
  const config = { call: 'weixin.portal', pattern: url, upload: false };
  const appIdOf = ({ params }: { params: { appId: string } }) => {
    if (!/^[A-Za-z0-9_-]{6,40}$/.test(params.appId)) throw new AppError('notFound');
    return params.appId;
  };
  app.get<{ Params: { appId: string } }>(url, { config }, async (request, reply) => {
    const answer = await door.greet(appIdOf(request), knockOf(request.query));
    if (answer === null) throw new AppError('notFound');
    return reply.status(answer.status).type('text/plain; charset=utf-8').send(answer.body);
  });
  app.post<{ Params: { appId: string } }>(url, { config }, async (request, reply) => {
    const appId = appIdOf(request);
    const body = await readBody(request.raw, mostBytes);
    const answer = await door.take(appId, knockOf(request.query), body.toString('utf8'), plainAllowed);
    if (answer === null) throw new AppError('notFound');
    return reply.status(answer.status).type('text/plain; charset=utf-8').send(answer.body);
  });
}
