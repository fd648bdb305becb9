// Valid inputs for settings of a unit.
import { callNamed, dataOf, sendCall } from './client.ts';
import type { Actor } from './actors.ts';

let last = 0;
export const settingFixtures: Record<string, (actor: Actor) => Promise<Record<string, unknown>>> = {
  'setting.save': async ({ app, tokens }) => {
    const answer = await sendCall(app, callNamed(app, 'setting.all'), {}, { token: tokens.access_token });
    last += 1;
    return {
      version: answer.status === 200 ? dataOf<{ version: number }>(answer).version : 0,
      values: { 'rectify.generalDays': 1 + (last % 80) },
    };
  },
};
