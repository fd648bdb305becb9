import { changePhoneInput, ownData, ownEdit, phoneBindInput, phoneCodeInput, renewed } from './own-data.ts';
import { enveloped, get, nothing, post } from '../../wire/dialect.ts';

/** What people see and change of themselves. */
export const ownDataCalls = {
  own: get('/upms/user/own', {
    answer: enveloped(ownData),
    permit: 'signed-in',
    despite: ['mustChangePassword'],
    origin: 'chosen',
  }),
  edit: post('/upms/user/edit', {
    input: ownEdit,
    answer: enveloped(renewed),
    ciphered: ['password', 'newpassword1'],
    secret: true,
    permit: 'signed-in',
    despite: ['mustChangePassword'],
    origin: 'spec §7',
  }),
  phoneCode: post('/upms/user/phoneCode', {
    input: phoneCodeInput,
    answer: nothing,
    permit: 'signed-in',
    origin: 'chosen',
  }),
  changePhone: get('/upms/user/changePhone', {
    input: changePhoneInput,
    answer: enveloped(renewed),
    effect: 'write',
    secret: true,
    permit: 'signed-in',
    origin: 'spec §7',
  }),
  phone: post('/upms/user/phone', {
    input: phoneBindInput,
    answer: enveloped(renewed),
    secret: true,
    permit: 'signed-in',
    origin: 'spec §7',
  }),
};
