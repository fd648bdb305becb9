import { directoryCode, directoryDoor, directoryProve, directoryQuery, directorySignIn } from './directory.ts';
import { signInAnswer } from './session.ts';
import { bare, get, nothing, post } from '../../http/dialect.ts';

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
    answer: bare(signInAnswer),
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

/** Proving the account here that an account of a directory is led to, before the two are bound. */
export const directoryProofCalls = {
  directoryCode: post('/auth/adlogin/code', {
    input: directoryCode,
    answer: nothing,
    permit: 'public',
    rate: 'sign-in',
    browser: 'reads',
    origin: 'chosen',
  }),
  directoryProve: post('/auth/adlogin/prove', {
    input: directoryProve,
    answer: bare(signInAnswer),
    secret: true,
    permit: 'public',
    client: 'password',
    ciphered: ['password'],
    rate: 'sign-in',
    browser: 'reads',
    demo: true,
    origin: 'chosen',
  }),
};
