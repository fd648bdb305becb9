import { directoryCalls } from '@anlan/contract/wire/directory';
import { secondFactorCalls } from '@anlan/contract/wire/second-factor';
import { sessionCalls } from '@anlan/contract/wire/session';
import { sessionLockCalls } from '@anlan/contract/wire/session-lock';
import { sessionOwnCalls } from '@anlan/contract/wire/session-own';
import { sessionSwitchCalls } from '@anlan/contract/wire/session-switch';
import { thirdCalls } from '@anlan/contract/wire/third';
import type { SessionRoom } from '#modules/session/index.ts';
import type { Put } from './house.ts';

/** Puts the ways in and what people do with their sessions behind the wall. */
export function mountSessions(put: Put, sessions: SessionRoom) {
  put('session', sessionCalls, sessions, { wall: true });
  put('session', sessionOwnCalls, sessions.own, { wall: true });
  put('session', sessionLockCalls, sessions.lock, { wall: true });
  put('session', secondFactorCalls, sessions.factor, { wall: true });
  put('session', sessionSwitchCalls, sessions.switching, { wall: true });
  put('session', thirdCalls, sessions.third, { wall: true });
  put('session', directoryCalls, sessions.directory, { wall: true });
}
