/** content: public texts (about, privacy, service, membership agreement), their versions and consents. */
import { contentCalls, type AgreementCount } from '@anlan/contract/modules/content/calls';
import { contentInfo } from '@anlan/contract/modules/content/resource';
import { contentTypes, type ContentText, type ContentType } from '@anlan/contract/modules/content/text';
import type { InputOf } from '@anlan/contract/http/call-table';
import { eachTenant } from '#kernel/each-tenant.ts';
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import { cleanRichText } from '#platform/richtext/index.ts';
import { tenantModule } from '../tenant/index.ts';
import { auditModule } from '../audit/index.ts';
import { createAgreements } from './consents.ts';
import * as store from './store.ts';

type ContentRow = RowOf<typeof contentInfo>;

export { createAgreements, type Agreements } from './consents.ts';

type Calls = typeof contentCalls;
export const agreementsModule = defineModule('agreements', {
  needs: { audit: auditModule },
  open: ({ kit: { clock }, audit }) => createAgreements({ clock, audit }),
});

// The cast is safe: the field schema validated the value.
const typeOf = (row: ContentRow) => row.type as ContentType;
const isDraft = (row: ContentRow) => row.state === 'draft';
const platform = '0';

export const contentModule = defineModule('content', {
  needs: { agreements: agreementsModule, tenant: tenantModule },
  open({ kit, agreements, tenant }) {
    const { db, clock } = kit;
    const contents = openResource(contentInfo, kit, {
      mayChange: (verb, row) => verb === 'update' || isDraft(row),
      beforeUpdate(_tx, row) {
        if (!isDraft(row)) throw new AppError('invalid', '已发布的版本不能修改');
      },
      async beforeMove(tx, _move, row) {
        const last = await store.lockEditions(tx, typeOf(row));
        await store.supersede(tx, typeOf(row), clock.now());
        return { edition: last + 1, publishedAt: clock.now() };
      },
    });
    return {
      ...contents,
      agreed: agreements.recordConsent,
      /** Changes a draft. For a published version, creates a new draft with the same text and changes the new draft. */
      async update(scope: Scope, patch: InputOf<Calls['update']>) {
        const now = await contents.get(scope, { id: patch.id });
        if (now.state === 'draft') return contents.update(scope, patch);
        const { id, version, ...changes } = patch;
        return db.scoped(scope, async (tx) => {
          await contents.lockRow(tx, id, version);
          const { type, title, content } = now;
          return { id: await contents.add(tx, { type, title, content, ...changes }), version: 1 };
        });
      },
      byType: (scope: Scope, { type, tenantId }: InputOf<Calls['byType']>): Promise<ContentText | null> =>
        db.read(systemScope('content', tenantId ?? scope.namedTenantId ?? platform, scope), async (tx) => {
          const contentType = (Object.keys(contentTypes) as ContentType[]).find((one) => contentTypes[one] === type);
          const row = contentType && (await store.readPublished(tx, contentType));
          if (!row || row.edition === null || row.published_at === null) return null;
          const { edition, published_at: publishedAt } = row;
          return {
            id: row.id,
            type: row.type,
            title: row.title,
            content: cleanRichText(row.content),
            edition,
            publishedAt,
          };
        }),
      async agreedByUnit(scope: Scope, { id }: InputOf<Calls['agreedByUnit']>): Promise<AgreementCount[]> {
        await contents.get(scope, { id });
        const names = await tenant.names();
        // The platform sees the number of consents in every unit, without names. A unit sees only its own number.
        const units = scope.tenantId === platform ? [...names.keys()] : [scope.tenantId];
        const agreementCounts: AgreementCount[] = [];
        await eachTenant(units, async (tenantId) => {
          const own = systemScope('agreements', tenantId, scope);
          const counted = await db.read(own, (tx) => store.agreementsTo(tx, id));
          if (counted.agreed > 0)
            agreementCounts.push({ tenantId, tenantName: names.get(tenantId) ?? tenantId, ...counted });
        });
        return agreementCounts.toSorted((a, b) => b.agreed - a.agreed || (a.tenantId < b.tenantId ? -1 : 1));
      },
    };
  },
  calls: contentCalls,
});
