import { StartError } from '../start/start-error.ts';
import type { S3Place } from './s3.ts';

/** What the environment says of where files are kept. */
interface Given {
  FILES_DRIVER: 'local' | 's3';
  S3_ENDPOINT?: string | undefined;
  S3_REGION: string;
  S3_BUCKET?: string | undefined;
  S3_ACCESS_KEY?: string | undefined;
  S3_SECRET_KEY?: string | undefined;
  S3_PATH_STYLE: boolean;
}

/** The bucket that is meant, or null where files stay in the data folder. */
export function readBucket(given: Given): S3Place | null {
  if (given.FILES_DRIVER === 'local') return null;
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = given;
  if (!endpoint || !bucket || !accessKey || !secretKey)
    throw new StartError(
      '配置 FILES_DRIVER=s3 时 S3_ENDPOINT、S3_BUCKET、S3_ACCESS_KEY、S3_SECRET_KEY 都要给出（见 docs/operations/configuration.md）。',
    );
  return { endpoint, region: given.S3_REGION, bucket, accessKey, secretKey, pathStyle: given.S3_PATH_STYLE };
}

/** The address of a document viewer without a stroke at its end; undefined for what is none. */
export function viewerAddress(value: string): string | undefined {
  if (!URL.canParse(value) || /[?#]/.test(value)) return undefined;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && !username && !password ? value.replace(/\/+$/, '') : undefined;
}
