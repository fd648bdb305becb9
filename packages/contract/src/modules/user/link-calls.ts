import { signInAnswer } from '../session/session.ts';
import { linkOpening, linkPassword, openedLink } from './link.ts';
import { bare, enveloped, post } from '../../http/dialect.ts';

/** One-time links with which a person sets the first password of their account (S20, S97). */
export const userLinkCalls = {
  linkOpen: post('/auth/link', {
    input: linkOpening,
    answer: enveloped(openedLink),
    effect: 'read',
    permit: 'public',
    rate: 'lookup',
    origin: 'chosen',
  }),
  linkSet: post('/auth/link/token', {
    input: linkPassword,
    answer: bare(signInAnswer),
    secret: true,
    permit: 'public',
    client: 'password',
    ciphered: ['password'],
    rate: 'lookup',
    demo: true,
    origin: 'chosen',
  }),
};
