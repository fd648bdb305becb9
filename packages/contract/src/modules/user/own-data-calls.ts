import { changePhoneInput, ownData, ownEdit, phoneBindInput, phoneCodeInput, reissuedTokens } from './own-data.ts';
import { enveloped, get, post } from '../../http/call-table.ts';

export const ownDataCalls = {
  own: get('/upms/user/own', {
    answer: enveloped(ownData),
    permit: 'signed-in',
    allowedRestrictions: ['mustChangePassword'],
  }),
  edit: post('/upms/user/edit', {
    input: ownEdit,
    answer: enveloped(reissuedTokens),
    encryptedFields: ['password', 'newpassword1'],
    secret: true,
    permit: 'signed-in',
    allowedRestrictions: ['mustChangePassword'],
    origin: 'spec §7',
  }),
  phoneCode: post('/upms/user/phoneCode', { input: phoneCodeInput, permit: 'signed-in' }),
  changePhone: get('/upms/user/changePhone', {
    input: changePhoneInput,
    answer: enveloped(reissuedTokens),
    effect: 'write',
    secret: true,
    permit: 'signed-in',
    origin: 'spec §7',
  }),
  phone: post('/upms/user/phone', {
    input: phoneBindInput,
    answer: enveloped(reissuedTokens),
    secret: true,
    permit: 'signed-in',
    origin: 'spec §7',
  }),
};
