import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '#kernel/errors.ts';
import { FileExists, FileMissing, isKey, type Files } from './driver.ts';
import { openStaging, stageAndStore } from './staging.ts';

export interface S3Place {
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** True: bucket in the path (MinIO). False: bucket in the host name (OSS). */
  pathStyle: boolean;
}

const tries = 3;
const firstPauseMs = 150;
const connectMs = 5_000;
const silenceMs = 60_000;
const gone = '文件服务暂时不可用，请稍后重试';

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');
const statusOf = (error: unknown): number => {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return 0;
  const responseMetadata = error.$metadata;
  return typeof responseMetadata === 'object' && responseMetadata !== null && 'httpStatusCode' in responseMetadata
    ? Number(responseMetadata.httpStatusCode)
    : 0;
};
const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes(nameOf(error)) || statusOf(error) === 404;
// A retry is useful without a usable response or after a server error. A refused request would be refused again.
const isRetryable = (error: unknown) => statusOf(error) === 0 || statusOf(error) >= 500 || statusOf(error) === 429;

function unavailable(cause: unknown): AppError {
  const failure = new AppError('unavailable', gone);
  failure.cause = cause;
  return failure;
}

const quiet = () => {};
// Switches off the library's log, because our own log reports the errors.
const silent = { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet };

async function connect(place: S3Place) {
  const { GetObjectCommand, HeadObjectCommand, PutObjectCommand, DeleteObjectCommand, S3Client } =
    await import('@aws-sdk/client-s3');
  const client = new S3Client({
    endpoint: place.endpoint,
    region: place.region,
    credentials: { accessKeyId: place.accessKey, secretAccessKey: place.secretKey },
    forcePathStyle: place.pathStyle,
    // By default the library sends signed chunks with a trailer, which OSS refuses.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    logger: silent,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
  });
  const at = (key: string) => ({ Bucket: place.bucket, Key: key });
  return {
    head: (key: string) => client.send(new HeadObjectCommand(at(key))),
    async put(key: string, path: string, sizeBytes: number) {
      const body = createReadStream(path);
      // The library does not listen for errors of the file stream. An error event without a listener would end the
      // process.
      const broken = new Promise<never>((_, reject) => body.on('error', reject));
      try {
        await Promise.race([
          client.send(new PutObjectCommand({ ...at(key), Body: body, ContentLength: sizeBytes })),
          broken,
        ]);
      } finally {
        body.destroy();
      }
    },
    get: (key: string, range: string | undefined) =>
      client.send(new GetObjectCommand({ ...at(key), ...(range === undefined ? {} : { Range: range }) })),
    remove: (key: string) => client.send(new DeleteObjectCommand(at(key))),
  };
}

/** Opens files in a bucket. `root` is the folder for unfinished uploads. The S3 library is loaded at first use. */
export function createS3Files({ root, ...place }: S3Place & { root: string }): Files {
  const { stage } = openStaging(root);
  let opening: ReturnType<typeof connect> | undefined;

  /** Runs `work`, at most three times when the bucket is unavailable; then throws an unavailable error. */
  async function ask<T>(work: (bucket: Awaited<ReturnType<typeof connect>>) => Promise<T>): Promise<T> {
    const bucket = await (opening ??= connect(place));
    for (let one = 1; ; one++)
      try {
        return await work(bucket);
      } catch (error) {
        if (isMissing(error)) throw error;
        if (one === tries || !isRetryable(error)) throw unavailable(error);
        await pause(firstPauseMs * 4 ** (one - 1));
      }
  }

  async function callForKey<T>(
    key: string,
    work: (bucket: Awaited<ReturnType<typeof connect>>) => Promise<T>,
  ): Promise<T> {
    if (!isKey(key)) throw new FileMissing(key);
    return ask(work).catch((error: unknown) => {
      throw isMissing(error) ? new FileMissing(key) : error;
    });
  }

  const keep: Files['keep'] = async (key, { path, sizeBytes }) => {
    if (!isKey(key)) throw new FileMissing(key);
    // Checking before the write is enough: keys are random ids, so two writers of one key write the same bytes.
    const there = await ask(({ head }) => head(key)).then(
      () => true,
      (error: unknown) => (isMissing(error) ? false : Promise.reject(error)),
    );
    if (there) throw new FileExists(key);
    await ask(({ put }) => put(key, path, sizeBytes)).catch((error: unknown) => {
      // A missing bucket is an outage, because only the operator creates buckets.
      throw isMissing(error) ? unavailable(error) : error;
    });
  };
  return {
    stage,
    keep,
    put: stageAndStore({ stage, keep }),
    async open(key, range) {
      const wanted = range && `bytes=${range.from}-${range.to}`;
      const { Body } = await callForKey(key, ({ get }) => get(key, wanted));
      if (!(Body instanceof Readable)) throw new FileMissing(key);
      return Body;
    },
    async remove(key) {
      await callForKey(key, ({ remove }) => remove(key)).catch((error: unknown) => {
        if (!(error instanceof FileMissing)) throw error;
      });
    },
  };
}
