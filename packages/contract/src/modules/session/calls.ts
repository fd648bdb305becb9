import * as z from 'zod/mini';
import {
  signInAnswer,
  passwordSignIn,
  publicConfig,
  refreshInput,
  ticketAnswer,
  ticketInput,
  tokenAnswer,
} from './session.ts';
import { bare, document, enveloped, get, post } from '../../http/call-table.ts';

/** Calls for sign-in, sign-out, tickets and captcha, and calls that the page needs before sign-in. */
export const sessionCalls = {
  signIn: post('/auth/pwd/token', {
    input: passwordSignIn,
    in: allInQuery(passwordSignIn),
    answer: bare(signInAnswer),
    secret: true,
    permit: 'public',
    client: 'password',
    form: true,
    encryptedFields: ['password'],
    rate: 'sign-in',
    demo: true,
    origin: 'spec §7',
  }),
  refresh: post('/auth/oauth/token', {
    input: refreshInput,
    in: allInQuery(refreshInput),
    answer: bare(tokenAnswer),
    secret: true,
    permit: 'public',
    client: 'refresh_token',
    form: true,
    rate: 'sign-in',
    activity: 'background',
    demo: true,
    origin: 'spec §7',
  }),
  signOut: get('/auth/token/logout', {
    effect: 'write',
    permit: 'signed-in',
    demo: true,
    allowedRestrictions: ['locked', 'mustChangePassword', 'mustEnrol'],
    origin: 'spec §7',
  }),
  ticket: post('/auth/ticket', {
    input: ticketInput,
    answer: enveloped(ticketAnswer),
    secret: true,
    permit: 'signed-in',
    demo: true,
  }),
  captcha: get('/code', {
    input: z.object({
      /** Random key made by the client, 16 to 64 characters. */
      randomStr: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/)),
    }),
    answer: document('image/png'),
    permit: 'public',
    rate: 'captcha',
    wait: 'quick',
    document: true,
  }),
  config: get('/config.json', { answer: bare(publicConfig), permit: 'public', wait: 'quick', document: true }),
};

function allInQuery(schema: { shape: object }): Record<string, 'query'> {
  return Object.fromEntries(Object.keys(schema.shape).map((key) => [key, 'query']));
}
