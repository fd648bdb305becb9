// What the parts of this module use of the platform and of other modules.
import type { MapSettings } from '@anlan/contract/modules/enterprise/map';
import type { Permit } from '@anlan/contract/permits';
import type { AnswerCache } from '#kernel/answer-cache.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import type { AuditModule } from '../audit/index.ts';
import type { Workdays } from '../calendar/index.ts';
import type { Agreements } from '../content/index.ts';
import type { DictionaryModule } from '../dictionary/index.ts';
import type { FileModule } from '../file/index.ts';
import type { JobModule } from '../job/index.ts';
import type { SmsModule } from '../sms/index.ts';
import type { TenantModule } from '../tenant/index.ts';
import type { UserModule } from '../user/index.ts';

interface Dependencies {
  db: Db;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
  vault: Pick<Vault, 'of'>;
  queues: Pick<Jobs, 'send' | 'work' | 'nightly'>;
  tenantIds: () => Promise<string[]>;
  tenants: TenantModule;
  audit: AuditModule;
  dictionaries: DictionaryModule;
  workdays: Workdays;
  files: FileModule;
  jobs: JobModule;
  agreements: Agreements;
  sms: SmsModule;
  users: UserModule;
  giveRole: (tx: Tx, userId: string, code: string) => Promise<unknown>;
  /** Reads the current rights of a user from the database, not from the session (S33). */
  rightsOf: (tx: Tx, userId: string) => Promise<{ roles: string[]; permits: ReadonlySet<Permit> }>;
  map: MapSettings;
  /** Answers of the last seconds, shared by concurrent calls. */
  recent: AnswerCache;
}

export type Needs<Name extends keyof Dependencies> = Pick<Dependencies, Name>;
export type Everything = Omit<Dependencies, 'recent'>;
