import { signInAnswer } from '../session/session.ts';
import { linkOpenInput, linkPassword, openedLink } from './password-link.ts';
import { bare, enveloped, post } from '../../http/call-table.ts';

/** Calls for one-time links with which a person sets the first password of an account (S20, S97). */
export const userLinkCalls = {
  linkOpen: post('/auth/link', {
    input: linkOpenInput,
    answer: enveloped(openedLink),
    effect: 'read',
    permit: 'public',
    rate: 'lookup',
  }),
  linkSet: post('/auth/link/token', {
    input: linkPassword,
    answer: bare(signInAnswer),
    secret: true,
    permit: 'public',
    client: 'password',
    encryptedFields: ['password'],
    rate: 'lookup',
    demo: true,
  }),
};
