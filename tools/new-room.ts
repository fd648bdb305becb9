// `npm run new-room -- weather 天气`: an empty room on all floors, to be filled from the contract downwards.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { roomFiles } from './room-files.ts';
import { rooms } from './rooms.ts';
import { treeRoot } from './source.ts';

const migrations = 'apps/server/migrations';

function nextMigration(root: string): string {
  const numbers = readdirSync(join(root, migrations)).map((name) => Number.parseInt(name, 10) || 0);
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}

/** Write the files of a new room; nothing that exists is touched. Answers the paths. */
export function makeRoom(root: string, room: string, title: string): string[] {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(room)) throw new Error(`${room}: a room's name is kebab-case`);
  const files = roomFiles(room, title, nextMigration(root));
  const taken = Object.keys(files).filter((path) => existsSync(join(root, path)));
  if (taken.length > 0) throw new Error(`the room ${room} has begun already: ${taken.join(' ')}`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return Object.keys(files);
}

if (import.meta.main) {
  const [room = '', title = room] = process.argv.slice(2);
  try {
    for (const path of makeRoom(treeRoot('.'), room, title)) console.log(path);
    console.log(`
What remains, in this order:
1. ${rooms.includes(room) ? 'its place in tools/rooms.ts stands' : `tools/rooms.ts: give ${room} its place, with a decision record`}
2. packages/contract/src/permits.ts: its permissions; then the permit of each row of its call table
3. apps/server/src/rooms.ts: open the room; apps/server/src/house.ts: put its table before it
4. packages/contract/src/screens.ts and the seed of the room access: its screen and its menu entry (${room}/list)`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error('Say its name and its title: npm run new-room -- weather 天气');
    process.exitCode = 1;
  }
}
