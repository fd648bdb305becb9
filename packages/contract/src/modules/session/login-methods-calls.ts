import * as z from 'zod/mini';
import { signInAnswer } from './session.ts';
import {
  appCode,
  ownEnterprise,
  ownEnterprisesInput,
  phoneSignIn,
  loginMethods,
  loginMethodsInput,
} from './login-methods.ts';
import { bare, enveloped, get, post } from '../../http/call-table.ts';

export const loginMethodsCalls = {
  ways: get('/auth/ways', { input: loginMethodsInput, answer: enveloped(loginMethods), permit: 'public' }),
  phoneSignIn: post('/auth/phone/token/sms', {
    input: phoneSignIn,
    in: Object.fromEntries(Object.keys(phoneSignIn.shape).map((key) => [key, 'query' as const])),
    answer: bare(signInAnswer),
    secret: true,
    permit: 'public',
    client: 'sms_login',
    form: true,
    rate: 'sign-in',
    demo: true,
    origin: 'spec §7',
  }),
  ownEnterprises: get('/bus/api/emp/getEntByPhone', {
    input: ownEnterprisesInput,
    answer: enveloped(z.array(ownEnterprise)),
    permit: 'signed-in',
  }),
  appCode: get('/upms/api/app/appcode', { answer: enveloped(appCode), permit: 'public', origin: 'spec §7' }),
};
