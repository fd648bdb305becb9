/** What is known of bytes once they are whole. */
export interface StoredBytes {
  sizeBytes: number;
  sha256: string;
}

/** Bytes that have come in whole and are not kept yet: on this machine, seen by nobody. */
export interface Staged extends StoredBytes {
  path: string;
  /** What is passing and small, which is held here; then nothing lies at the path. */
  bytes?: Buffer<ArrayBuffer>;
  /** Lets them go; what is kept stays. */
  drop(): Promise<void>;
}

/** A part of what is kept, both ends included. */
export interface Range {
  from: number;
  to: number;
}

/** Where bytes are kept. */
export interface Files {
  /**
   * Takes a stream in whole or not at all; more than `maxBytes` is refused with `FileTooLarge`. What is `passing` is never
   * kept itself, and waits for no disk.
   */
  stage(stream: AsyncIterable<Uint8Array>, limit: { maxBytes: number; passing?: boolean }): Promise<Staged>;
  /** Keeps staged bytes under a key, whole or not at all; `FileExists` when there are some already. */
  keep(key: string, staged: Staged): Promise<void>;
  /** Takes a stream in and keeps it under a key. */
  put(key: string, stream: AsyncIterable<Uint8Array>, limit: { maxBytes: number }): Promise<StoredBytes>;
  /** The bytes under a key, or a part of them; `FileMissing` when there are none. */
  open(key: string, range?: Range): Promise<AsyncIterable<Uint8Array>>;
  /** Removes the bytes under a key, if they are there. */
  remove(key: string): Promise<void>;
}

/** A stream that went on beyond its limit. */
export class FileTooLarge extends Error {}

/** A key that holds no bytes. */
export class FileMissing extends Error {}

/** A key that holds bytes already: nothing kept is ever written over. */
export class FileExists extends Error {}

const keyPattern = /^[0-9]{1,19}\/[0-9]{4}\/[0-9]{2}\/[0-9a-f-]{36}\.[a-z0-9]{2,5}$/;

/** Whether a key is one of our own making. */
export const isKey = (key: string): boolean => keyPattern.test(key);
