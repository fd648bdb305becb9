// Every opened resource, for what concerns all of them: references, uses of dictionary items, masked fields, mergers.
import type { Tx } from '#platform/db/index.ts';
import type { EndedWork, ImportWork, Opened, Reference, RunningWork, WorkOutcome } from './ports.ts';
import { holds } from './present.ts';
import type { Spoken } from './spoken.ts';

/** Opens the registry of one server. */
export function createRegistry() {
  const opened: Opened[] = [];
  const known: Record<string, Reference> = {};
  function importOf({ params }: Pick<EndedWork, 'params'>): Opened {
    const of = opened.find(({ name }) => name === params['resource']);
    if (!of) throw new Error(`an import of ${String(params['resource'])}, which no module offers`);
    return of;
  }
  return {
    references: known as Readonly<Record<string, Reference>>,
    /** Says how rows are referred to that are no resource of the kit. */
    refer(name: string, reference: Reference): void {
      known[name] = reference;
    },
    add(resource: Opened): void {
      opened.push(resource);
      known[resource.name] = resource.reference;
    },
    /** How the audit speaks of things of a kind. */
    spokenOf: (type: string): Spoken | undefined => opened.find(({ name }) => name === type)?.spoken,
    /** How many rows of which resources carry an item of a dictionary, in words. */
    async usesOf(tx: Tx, dictionary: string, code: string): Promise<string[]> {
      const uses: string[] = [];
      for (const { label, counter, countWith } of opened) {
        const found = await countWith(tx, dictionary, code);
        if (found > 0) uses.push(`${found} ${counter}${label}`);
      }
      return uses;
    },
    /** Permits whose acts the caller is refused for their post: pages do not offer them. */
    async withheld(tx: Tx): Promise<string[]> {
      const all: string[] = [];
      for (const resource of opened) all.push(...(await resource.withheld(tx)));
      return [...new Set(all)].filter((permit) => holds(tx.scope, permit)).sort();
    },
    /** Masked fields by resource, with the permit to see its rows. */
    revealable: () =>
      Object.fromEntries(
        opened
          .filter(({ classified }) => classified.fields.length > 0)
          .map(({ name, permit, classified }) => [name, { permit, ...classified }]),
      ),
    /** Does the work of an import of the resource that its notes name. */
    importing: (kind: ImportWork, work: RunningWork): Promise<WorkOutcome> => importOf(work).importing[kind](work),
    /** Begins to take back an import of the resource that its notes name. */
    undoImport: (tx: Tx, ended: EndedWork): Promise<string> => importOf(ended).undoImport(tx, ended),
    /** Gives all rows of one enterprise to another. */
    async moveAll(tx: Tx, fromEnterpriseId: string, toEnterpriseId: string): Promise<void> {
      for (const resource of opened)
        if (resource.ofEnterprise) await resource.moveAll(tx, fromEnterpriseId, toEnterpriseId);
    },
  };
}
/** Every opened resource of one server. */
export type Registry = ReturnType<typeof createRegistry>;
