import { findPhoneInput, foundPhone, registerInput } from './joining.ts';
import { enveloped, nothing, post } from '../../http/dialect.ts';

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
