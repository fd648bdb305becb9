import { expect, test } from 'vitest';
import { openBackupStorage } from './storage.ts';

const key = Buffer.alloc(32, 7);
async function* noBytes() {}

// Nobody may create a folder in /sys, not even root.
test('names the next step when a backup folder refuses', async () => {
  const storage = openBackupStorage('/sys/anlan-backup', key);
  await expect(storage.put('full/manifest', noBytes())).rejects.toThrow(
    /^备份目录 \/sys\/anlan-backup 不可用（E[A-Z]+）：.+，或用 BACKUP_DIR 换一个目录。$/,
  );
  await expect(storage.copyTo('/sys/anlan-copy', [])).rejects.toThrow(
    /^第二存放处 \/sys\/anlan-copy 不可用（E[A-Z]+）：.+，或用 BACKUP_COPY_TO 换一个目录。$/,
  );
});
