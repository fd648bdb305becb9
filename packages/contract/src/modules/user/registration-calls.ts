import { findPhoneInput, phoneSearchAnswer, registerInput } from './registration.ts';
import { enveloped, post } from '../../http/call-table.ts';

/** Calls for people without a session: register, or find the phone of an existing account. */
export const joiningCalls = {
  register: post('/upms/user/register', {
    input: registerInput,
    permit: 'public',
    encryptedFields: ['password'],
    demo: true,
    origin: 'spec §7',
  }),
  findPhone: post('/upms/user/findPhone', {
    input: findPhoneInput,
    answer: enveloped(phoneSearchAnswer),
    effect: 'read',
    permit: 'public',
    rate: 'lookup',
  }),
};
