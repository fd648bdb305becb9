import { directoryCode, directoryOptions, directoryProofInput, directoryQuery, directorySignIn } from './directory.ts';
import { signInAnswer } from './session.ts';
import { bare, get, post } from '../../http/call-table.ts';

export const directoryCalls = {
  directoryDoor: get('/auth/adlogin/loginWeb', {
    input: directoryQuery,
    answer: bare(directoryOptions),
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
    encryptedFields: ['password'],
    rate: 'sign-in',
    browser: 'marks',
    demo: true,
  }),
};

/** Calls that prove who owns the local account, before a directory account is bound to it. */
export const directoryProofCalls = {
  directoryCode: post('/auth/adlogin/code', {
    input: directoryCode,
    permit: 'public',
    rate: 'sign-in',
    browser: 'reads',
  }),
  directoryProve: post('/auth/adlogin/prove', {
    input: directoryProofInput,
    answer: bare(signInAnswer),
    secret: true,
    permit: 'public',
    client: 'password',
    encryptedFields: ['password'],
    rate: 'sign-in',
    browser: 'reads',
    demo: true,
  }),
};
