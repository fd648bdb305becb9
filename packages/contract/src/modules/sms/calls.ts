import * as z from 'zod/mini';
import { smsCheckInput, smsCodeInput } from './sms.ts';
import { enveloped, post } from '../../http/call-table.ts';

export const smsCalls = {
  send: post('/bus/sms/code', {
    input: smsCodeInput,
    in: { phone: 'query', type: 'query', tenantId: 'query', randomStr: 'query', code: 'query' },
    form: true,
    permit: 'public',
    aliasPaths: ['/upms/sms/code'],
    origin: 'spec §7',
  }),
  check: post('/bus/api/sms/checkSmsCode', {
    input: smsCheckInput,
    in: { phone: 'query', type: 'query', code: 'query', tenantId: 'query' },
    form: true,
    answer: enveloped(z.boolean()),
    permit: 'public',
    client: 'sms_login',
    rate: 'lookup',
    origin: 'spec §7',
  }),
};
