export interface StoredBytes {
  sizeBytes: number;
  sha256: string;
}

export interface Staged extends StoredBytes {
  path: string;
  /** Set for small temporary content in memory. No file exists at `path` then. */
  bytes?: Buffer<ArrayBuffer>;
  drop(): Promise<void>;
}

export interface Range {
  from: number;
  to: number;
}

export interface Files {
  /**
   * Receives a stream completely or not at all. Throws `FileTooLarge` above `maxBytes`. `passing` content is temporary
   * and may stay in memory.
   */
  stage(stream: AsyncIterable<Uint8Array>, limit: { maxBytes: number; passing?: boolean }): Promise<Staged>;
  /** Stores staged bytes under a key, completely or not at all. Throws `FileExists` when the key has bytes. */
  keep(key: string, staged: Staged): Promise<void>;
  put(key: string, stream: AsyncIterable<Uint8Array>, limit: { maxBytes: number }): Promise<StoredBytes>;
  /** Opens a stored file for reading, completely or a range of it. Throws `FileMissing` when the key has no content. */
  open(key: string, range?: Range): Promise<AsyncIterable<Uint8Array>>;
  remove(key: string): Promise<void>;
}

export class FileTooLarge extends Error {}

export class FileMissing extends Error {}

export class FileExists extends Error {}

const keyPattern = /^[0-9]{1,19}\/[0-9]{4}\/[0-9]{2}\/[0-9a-f-]{36}\.[a-z0-9]{2,5}$/;

export const isKey = (key: string): boolean => keyPattern.test(key);
