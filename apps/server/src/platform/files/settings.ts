import { StartError } from '../start/start-error.ts';
import type { S3Place } from './s3-files.ts';

interface Given {
  FILES_DRIVER: 'local' | 's3';
  S3_ENDPOINT?: string | undefined;
  S3_REGION: string;
  S3_BUCKET?: string | undefined;
  S3_ACCESS_KEY?: string | undefined;
  S3_SECRET_KEY?: string | undefined;
  S3_PATH_STYLE: boolean;
}

export function readBucket(environmentValues: Given): S3Place | null {
  if (environmentValues.FILES_DRIVER === 'local') return null;
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  } = environmentValues;
  if (!endpoint || !bucket || !accessKey || !secretKey)
    throw new StartError(
      '配置 FILES_DRIVER=s3 时 S3_ENDPOINT、S3_BUCKET、S3_ACCESS_KEY、S3_SECRET_KEY 都要给出（见 docs/operations/configuration.md）。',
    );
  return {
    endpoint,
    region: environmentValues.S3_REGION,
    bucket,
    accessKey,
    secretKey,
    pathStyle: environmentValues.S3_PATH_STYLE,
  };
}

/** Checks the URL of the document viewer and removes a slash at its end; undefined when it is invalid. */
export function viewerAddress(value: string): string | undefined {
  if (!URL.canParse(value) || /[?#]/.test(value)) return undefined;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && !username && !password ? value.replace(/\/+$/, '') : undefined;
}
