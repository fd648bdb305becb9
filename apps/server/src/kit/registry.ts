// Registry of all opened resources, for tasks across resources: references, uses of dictionary items, masked fields,
// merges.
import type { Calls } from '@anlan/contract/http/call-table';
import { callNames, isPermit, permitLabels } from '@anlan/contract/labels';
import type { Tx } from '#platform/db/index.ts';
import type { EndedWork, ImportWork, Opened, Reference, RunningWork, WorkOutcome } from './ports.ts';
import { holds } from './present.ts';
import type { AuditWording } from './audit-wording.ts';

export function createRegistry() {
  const opened: Opened[] = [];
  const referencesByName: Record<string, Reference> = {};
  const permitByCall = new Map<string, string>();
  function importOf({ params }: Pick<EndedWork, 'params'>): Opened {
    const of = opened.find(({ name }) => name === params['resource']);
    if (!of) throw new Error(`an import of ${String(params['resource'])}, which no module offers`);
    return of;
  }
  return {
    references: referencesByName as Readonly<Record<string, Reference>>,
    /** Registers references to rows that are no kit resource. */
    refer(name: string, reference: Reference): void {
      referencesByName[name] = reference;
    },
    add(resource: Opened): void {
      opened.push(resource);
      referencesByName[resource.name] = resource.reference;
    },
    serve(name: string, calls: Calls): void {
      for (const [verb, { permit }] of Object.entries(calls)) permitByCall.set(`${name}.${verb}`, permit);
    },
    /** Chinese title of a call. A call that only reads has no name of its own; its permit describes it. */
    titleOf(call: string): string {
      const permit = permitByCall.get(call);
      if (callNames[call] !== undefined || permit === undefined) return callNames[call] ?? call;
      return isPermit(permit) ? permitLabels[permit] : '查看页面数据';
    },
    spokenOf: (type: string): AuditWording | undefined => opened.find(({ name }) => name === type)?.auditWording,
    /** Describes per resource how many rows use a dictionary item. */
    async usesOf(tx: Tx, dictionary: string, code: string): Promise<string[]> {
      const uses: string[] = [];
      for (const { label, counter, countWith } of opened) {
        const useCount = await countWith(tx, dictionary, code);
        if (useCount > 0) uses.push(`${useCount} ${counter}${label}`);
      }
      return uses;
    },
    /** Permits that the caller's post takes away. Pages do not offer the actions of these permits. */
    async withheld(tx: Tx): Promise<string[]> {
      const all: string[] = [];
      for (const resource of opened) all.push(...(await resource.withheld(tx)));
      return [...new Set(all)].filter((permit) => holds(tx.scope, permit)).sort();
    },
    revealable: () =>
      Object.fromEntries(
        opened
          .filter(({ classified }) => classified.fields.length > 0)
          .map(({ name, permit, classified }) => [name, { permit, ...classified }]),
      ),
    importing: (kind: ImportWork, work: RunningWork): Promise<WorkOutcome> => importOf(work).importing[kind](work),
    undoImport: (tx: Tx, ended: EndedWork): Promise<string> => importOf(ended).undoImport(tx, ended),
    async moveAll(tx: Tx, fromEnterpriseId: string, toEnterpriseId: string): Promise<void> {
      for (const resource of opened)
        if (resource.ofEnterprise) await resource.moveAll(tx, fromEnterpriseId, toEnterpriseId);
    },
  };
}
export type Registry = ReturnType<typeof createRegistry>;
