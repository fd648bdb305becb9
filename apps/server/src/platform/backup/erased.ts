// What was erased for good, by ids alone, beside the backups: a restore to a moment before it erases it again (S84).
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Connection } from '../db/connection.ts';
import { writePrivateFile } from '../secrets/private-file.ts';
import { erasedOf, stampOf } from './names.ts';
import type { BackupStorage } from './storage.ts';
import { erasedSoFar, type Erased, type Erasures } from './store.ts';

const person = z.object({ tenantId: z.string(), id: z.uuid() });
const persons = z.array(person);
const erasures = z.object({ people: persons, tenants: z.array(z.object({ id: z.string(), removedAt: z.string() })) });

const namesOf = async (storage: BackupStorage, system: string) =>
  (await storage.list(erasedOf(system))).map(({ name }) => name);

/** Everything that was ever erased, as far as a shelf knows. */
export async function readErased(storage: BackupStorage, system: string): Promise<Erasures> {
  const all: Erasures = { people: [], tenants: [] };
  for (const name of await namesOf(storage, system)) {
    const one = erasures.parse(await storage.take(name, json));
    all.people.push(...one.people);
    all.tenants.push(...one.tenants);
  }
  return all;
}

const listOf = <T extends { id: string }>(all: readonly T[]): T[] =>
  [...new Map(all.map((one) => [one.id, one])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));

/** Puts the list of what is erased by now onto the shelf when it has grown; answers the names it replaces. */
export async function putErased(
  client: Connection,
  system: string,
  storage: BackupStorage,
  now: Date,
): Promise<string[]> {
  const before = await namesOf(storage, system);
  // What a restore has brought back and nobody has erased again yet is listed still.
  const [known, here] = [await readErased(storage, system), await erasedSoFar(client)];
  const people = listOf([...known.people, ...here.people]);
  const tenants = listOf([...known.tenants, ...here.tenants]);
  const text = JSON.stringify({ people, tenants } satisfies Erasures);
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 16);
  if (before.at(-1)?.endsWith(mark)) return [];
  // A name of its own each time: what stands in a second place under a known name is taken for the same.
  const name = `${erasedOf(system)}/${stampOf(now)}-${mark}`;
  await storage.put(name, Readable.from([Buffer.from(text)]));
  for (const old of before) await storage.remove(old);
  return before;
}

const pathOf = (dataDir: string) => join(dataDir, 'erase-again.json');

/** Notes whose accounts a restore brought back; whoever starts next erases them before anybody is served. */
export const noteBack = (dataDir: string, back: readonly Erased[]): void =>
  back.length === 0
    ? rmSync(pathOf(dataDir), { force: true })
    : writePrivateFile(pathOf(dataDir), `${JSON.stringify(back)}\n`);

/** Whose accounts the restore before this start brought back. */
export const readBack = (dataDir: string): Erased[] =>
  existsSync(pathOf(dataDir)) ? persons.parse(JSON.parse(readFileSync(pathOf(dataDir), 'utf8'))) : [];
