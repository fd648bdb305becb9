import { directoryDoor, directoryQuery, directorySignIn } from '../domain/directory.ts';
import { entryAnswer } from '../domain/session.ts';
import { bare, get, post } from './dialect.ts';

/** Signing in with an account of a directory. */
export const directoryCalls = {
  directoryDoor: get('/auth/adlogin/loginWeb', {
    input: directoryQuery,
    answer: bare(directoryDoor),
    effect: 'write',
    secret: true,
    permit: 'public',
    browser: 'marks',
    demo: true,
    origin: 'spec §7',
  }),
  directorySignIn: post('/auth/adlogin/loginWeb', {
    input: directorySignIn,
    answer: bare(entryAnswer),
    secret: true,
    permit: 'public',
    client: 'password',
    form: true,
    ciphered: ['password'],
    rate: 'sign-in',
    browser: 'marks',
    demo: true,
    origin: 'chosen',
  }),
};
