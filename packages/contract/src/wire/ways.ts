import * as z from 'zod/mini';
import { entryAnswer } from '../domain/session.ts';
import {
  appCode,
  findPhoneInput,
  foundPhone,
  ownEnterprise,
  ownEnterprisesInput,
  phoneSignIn,
  registerInput,
  ways,
  waysInput,
} from '../domain/ways.ts';
import { bare, enveloped, get, nothing, post } from './dialect.ts';

/** Ways in beside the password, and what the page asks about them. */
export const waysCalls = {
  ways: get('/auth/ways', {
    input: waysInput,
    answer: enveloped(ways),
    permit: 'public',
    origin: 'chosen',
  }),
  phoneSignIn: post('/auth/phone/token/sms', {
    input: phoneSignIn,
    in: Object.fromEntries(Object.keys(phoneSignIn.shape).map((key) => [key, 'query' as const])),
    answer: bare(entryAnswer),
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
    origin: 'chosen',
  }),
  appCode: get('/upms/api/app/appcode', {
    answer: enveloped(appCode),
    permit: 'public',
    origin: 'spec §7',
  }),
};

/** People without an account: they ask for one, or for the phone of the one they have. */
export const joiningCalls = {
  register: post('/upms/user/register', {
    input: registerInput,
    answer: nothing,
    permit: 'public',
    ciphered: ['password'],
    demo: true,
    origin: 'spec §7',
  }),
  findPhone: post('/upms/user/findPhone', {
    input: findPhoneInput,
    answer: enveloped(foundPhone),
    effect: 'read',
    permit: 'public',
    rate: 'lookup',
    origin: 'chosen',
  }),
};
