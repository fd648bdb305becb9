import { directoryCalls } from '@anlan/contract/modules/session/directory-calls';
import { secondFactorCalls } from '@anlan/contract/modules/session/second-factor-calls';
import { sessionCalls } from '@anlan/contract/modules/session/calls';
import { sessionLockCalls } from '@anlan/contract/modules/session/lock-calls';
import { sessionOwnCalls } from '@anlan/contract/modules/session/own-calls';
import { sessionSwitchCalls } from '@anlan/contract/modules/session/switch-calls';
import { thirdCalls } from '@anlan/contract/modules/session/third-calls';
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
