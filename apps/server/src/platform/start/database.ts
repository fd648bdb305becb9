import type { Config } from '#config';
import { inspectExternalDatabase } from '../db/external-database.ts';
import { startEmbedded } from '../postgres/index.ts';
import type { Place } from '../postgres/cluster-paths.ts';
import { StartError } from './start-error.ts';

export type Database = {
  ownerUrl: string;
  embedded: { superuserUrl: string; place: Place } | null;
  adopted: boolean;
  checkpoint(): Promise<void>;
  stop(): Promise<void>;
  leave(): void;
};

export async function openDatabase(config: Config, log: (line: string) => void): Promise<Database> {
  if (config.databaseUrl === null) {
    const embedded = await startEmbedded({ dataDir: config.dataDir, log });
    return { ...embedded, embedded };
  }
  const facts = await inspectExternalDatabase(config.databaseUrl);
  const faults: string[] = [];
  if (facts.superuser) faults.push('DATABASE_URL 的角色是超级用户（改用普通属主）');
  if (!facts.isEncrypted) faults.push('DATABASE_URL 没有用 TLS 检查证书（加 ?sslmode=verify-full）');
  if (!facts.current) faults.push(`PostgreSQL ${facts.version} 缺安全更新（升级到该大版本的最新小版本）`);
  if (config.production && faults.length > 0) throw new StartError(`生产环境不能启动：${faults.join('；')}。`);
  if (!facts.current) log(`提醒：PostgreSQL ${facts.version} 缺安全更新，请升级到该大版本的最新小版本。`);
  if (facts.largeObjects)
    log(
      '提醒：数据库的大对象函数（lo_*）人人可用，不受行级安全限制：请由数据库的超级用户收回，语句见 docs/operations/configuration.md。',
    );
  const nothing = async () => {};
  return {
    ownerUrl: config.databaseUrl,
    embedded: null,
    adopted: true,
    checkpoint: nothing,
    stop: nothing,
    leave: () => {},
  };
}
