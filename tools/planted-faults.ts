// Lists faults that the suites must find, one of each kind. Each entry has the file, the text to replace, and the
// tests that must find the fault.

export interface PlantedFault {
  name: string;
  file: string;
  from: string | null;
  to: string;
  tests: readonly string[];
  whole?: true;
}

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'the permit of a call is not checked',
    file: 'apps/server/src/http/guard.ts',
    from: "if (call.permit !== 'signed-in' && !permits.has(call.permit)) await refuse",
    to: "if (call.permit !== 'signed-in' && permits.size < 0) await refuse",
    tests: ['apps/server/src/http/generated/permits.test.ts'],
  },
  {
    name: 'the policies lose their tenant condition',
    file: 'apps/server/src/platform/db/table-classes.ts',
    from: "const mine = `${tenant} = current_setting('anlan.tenant_id', true)`;",
    to: 'const mine = `${tenant} is not null`;',
    tests: ['apps/server/src/http/row-security.test.ts'],
    whole: true,
  },
  {
    name: 'a total is one too high',
    file: 'apps/server/src/modules/audit/log/store.ts',
    from: '{ total: Number(total) };',
    to: '{ total: Number(total) + 1 };',
    tests: ['apps/server/src/http/logs.test.ts'],
  },
  {
    name: 'an event reaches no listener',
    file: 'apps/server/src/kit/events.ts',
    from: 'of listeners.get(name) ?? []) await listener',
    to: 'of (listeners.get(name) ?? []).slice(0, 0)) await listener',
    tests: [
      'apps/server/src/modules/warning/warning.api.test.ts',
      'apps/server/src/modules/risk-point/risk-point.api.test.ts',
      'apps/server/src/modules/score/score.api.test.ts',
      'apps/server/src/modules/archive/archive.api.test.ts',
    ],
  },
  {
    name: 'a move does not lock its row',
    file: 'apps/server/src/kit/save.ts',
    from: "{ limit: 1, lock: 'change' }",
    to: '{ limit: 1 }',
    tests: ['apps/server/src/http/generated/races.test.ts', 'apps/server/src/kit/conformance.test.ts'],
  },
  {
    name: 'a stale version is saved',
    file: 'apps/server/src/kit/save.ts',
    from: 'const versionFilter = version === undefined ? { id } : { id, version };',
    to: 'const versionFilter = { id };',
    tests: ['apps/server/src/kit/service.test.ts', 'apps/server/src/kit/conformance.test.ts'],
  },
  {
    name: 'a move leaves no trace in the audit',
    file: 'apps/server/src/kit/moves.ts',
    from: 'await Promise.all([writeHistory(tx, made), audit.record(tx, entry)]);',
    to: 'void entry;\n    await writeHistory(tx, made);',
    tests: ['apps/server/src/http/generated/fixtures.test.ts'],
  },
  {
    name: 'a text of the specification is changed',
    file: 'packages/contract/src/errors.ts',
    from: '用户名不存在或密码错误',
    to: '用户名或密码错误',
    tests: ['apps/server/src/http/sign-in.test.ts'],
    whole: true,
  },
  {
    name: 'the first day of a deadline counts as late',
    file: 'apps/server/src/modules/warning/rules.ts',
    from: "if (validTo < today) return 'expired';",
    to: "if (validTo <= today) return 'expired';",
    tests: ['apps/server/src/modules/warning/rules.test.ts'],
  },
  {
    name: 'the fen that do not divide are lost',
    file: 'apps/server/src/modules/order/rules.ts',
    from: 'const dearer = price - each * months;',
    to: 'const dearer = 0 * price;',
    tests: ['apps/server/src/modules/order/rules.test.ts'],
  },
  {
    name: 'a phone is shown whole',
    file: 'packages/contract/src/domain/phone.ts',
    from: 'export function maskPhone(phone: string): string {',
    to: 'export function maskPhone(phone: string): string {\n  if (phone.length === 11) return phone;',
    tests: ['packages/contract/src/domain/phone.test.ts', 'apps/server/src/http/reveal.test.ts'],
  },
  {
    name: 'the head of a page does not fit 390 px',
    file: 'apps/web/src/ui/page.css',
    from: null,
    to: '\n.page-head {\n  min-width: 640px;\n}\n',
    tests: ['e2e/screens-all.test.ts'],
    whole: true,
  },
];
