import * as z from 'zod/mini';
import { withId } from '../../domain/fields.ts';
import { signInAnswer } from './session.ts';
import { identities, oauthBind, oauthSignIn, oauthStart, oauthStartAnswer } from './oauth.ts';
import { bare, enveloped, get, post } from '../../http/call-table.ts';

export const oauthCalls = {
  thirdStart: post('/auth/thirdparty/start', {
    input: oauthStart,
    answer: enveloped(oauthStartAnswer),
    permit: 'public',
    rate: 'sign-in',
    browser: 'marks',
    demo: true,
  }),
  thirdSignIn: post('/auth/thirdparty/token', {
    input: oauthSignIn,
    in: Object.fromEntries(Object.keys(oauthSignIn.shape).map((key) => [key, 'query' as const])),
    answer: bare(signInAnswer),
    secret: true,
    permit: 'public',
    client: 'password',
    form: true,
    rate: 'sign-in',
    browser: 'reads',
    demo: true,
    origin: 'spec §7',
  }),
  thirdBindStart: post('/upms/user/bindThridParty/start', {
    answer: enveloped(oauthStartAnswer),
    permit: 'signed-in',
    browser: 'marks',
  }),
  thirdBind: post('/upms/user/bindThridParty', {
    input: oauthBind,
    permit: 'signed-in',
    browser: 'reads',
    origin: 'spec §7',
  }),
  thirdUnbind: post('/upms/user/unbindThridParty', { input: withId, in: {}, permit: 'signed-in' }),
  thirdParties: get('/upms/user/thirdParties', {
    input: z.object({}),
    answer: enveloped(identities),
    permit: 'signed-in',
  }),
};
