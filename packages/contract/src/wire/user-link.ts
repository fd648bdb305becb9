import { entryAnswer } from '../domain/session.ts';
import { linkOpening, linkPassword, openedLink } from '../domain/user-link.ts';
import { bare, enveloped, post } from './dialect.ts';

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
    answer: bare(entryAnswer),
    secret: true,
    permit: 'public',
    client: 'password',
    ciphered: ['password'],
    rate: 'lookup',
    demo: true,
    origin: 'chosen',
  }),
};
