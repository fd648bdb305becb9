// Ids of erased people and tenants, stored beside the backups. A restore to an earlier moment erases them again (S84).
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Connection } from '../db/connection.ts';
import { writePrivateFile } from '../secrets/private-file.ts';
import { erasedOf, stampOf } from './object-names.ts';
import type { BackupStorage } from './storage.ts';
import { readErasures, type ErasedPerson, type Erasures } from './store.ts';

const person = z.object({ tenantId: z.string(), id: z.uuid() });
const persons = z.array(person);
const erasures = z.object({ people: persons, tenants: z.array(z.object({ id: z.string(), removedAt: z.string() })) });

const namesOf = async (storage: BackupStorage, system: string) =>
  (await storage.list(erasedOf(system))).map(({ name }) => name);

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

/** Writes a new list only when ids were added. Returns the names of the replaced objects. */
export async function putErased(
  client: Connection,
  system: string,
  storage: BackupStorage,
  now: Date,
): Promise<string[]> {
  const before = await namesOf(storage, system);
  // People who were restored and are not erased again yet must remain in the list.
  const [storedErasures, here] = [await readErased(storage, system), await readErasures(client)];
  const people = listOf([...storedErasures.people, ...here.people]);
  const tenants = listOf([...storedErasures.tenants, ...here.tenants]);
  const text = JSON.stringify({ people, tenants } satisfies Erasures);
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 16);
  if (before.at(-1)?.endsWith(mark)) return [];
  // Each list gets a unique name, because the copy to the second place skips names that exist there.
  const name = `${erasedOf(system)}/${stampOf(now)}-${mark}`;
  await storage.put(name, Readable.from([Buffer.from(text)]));
  for (const old of before) await storage.remove(old);
  return before;
}

const pathOf = (dataDir: string) => join(dataDir, 'erase-again.json');

export const saveRestoredPeople = (dataDir: string, back: readonly ErasedPerson[]): void =>
  back.length === 0
    ? rmSync(pathOf(dataDir), { force: true })
    : writePrivateFile(pathOf(dataDir), `${JSON.stringify(back)}\n`);

export const readRestoredPeople = (dataDir: string): ErasedPerson[] =>
  existsSync(pathOf(dataDir)) ? persons.parse(JSON.parse(readFileSync(pathOf(dataDir), 'utf8'))) : [];
