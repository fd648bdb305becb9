import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { instant } from '../../domain/fields.ts';

export const kindEndings = {
  png: ['png'],
  jpg: ['jpg', 'jpeg'],
  gif: ['gif'],
  webp: ['webp'],
  pdf: ['pdf'],
  xlsx: ['xlsx'],
  docx: ['docx'],
  pptx: ['pptx'],
  csv: ['csv'],
  txt: ['txt'],
  mp3: ['mp3'],
  wma: ['wma'],
  amr: ['amr'],
  bmp: ['bmp'],
  wav: ['wav'],
  mp4: ['mp4', 'm4v'],
  webm: ['webm'],
} as const;
/** Kind of an uploaded file. The server detects it from the bytes, never from the name. */
export type UploadedKind = keyof typeof kindEndings;

export interface UploadPurpose {
  /** Allowed kinds, detected from the bytes. The file extension must match too (S52). */
  kinds: readonly UploadedKind[];
  maxBytes: number;
  refusal: string;
}

const photo = ['png', 'jpg'] as const;
export const uploadPurposes = {
  logo: { kinds: photo, maxBytes: limits.upload.logoBytes, refusal: '只能上传jpg/png文件，且不超过1M' },
  avatar: { kinds: photo, maxBytes: limits.upload.logoBytes, refusal: '只能上传jpg/png文件，且不超过1M' },
  licence: {
    kinds: [...photo, 'pdf'],
    maxBytes: limits.upload.documentBytes,
    refusal: '只能上传jpg/png/pdf文件，且不超过20M',
  },
  picture: {
    kinds: [...photo, 'gif', 'webp'],
    maxBytes: limits.upload.pictureBytes,
    refusal: '只能上传jpg/png/gif/webp图片，且不超过5M',
  },
  face: { kinds: photo, maxBytes: limits.upload.pictureBytes, refusal: '只能上传jpg/png图片，且不超过5M' },
  photo: { kinds: photo, maxBytes: limits.upload.documentBytes, refusal: '只能上传jpg/png图片，且不超过20M' },
  evidence: {
    kinds: [...photo, 'pdf', 'docx', 'xlsx'],
    maxBytes: limits.upload.documentBytes,
    refusal: '只能上传jpg/png图片或pdf/docx/xlsx文件，且不超过20M',
  },
  document: {
    kinds: [...photo, 'pdf', 'docx', 'xlsx', 'pptx', 'txt', 'csv'],
    maxBytes: limits.upload.documentBytes,
    refusal: '只能上传不含宏的pdf/docx/xlsx/pptx/txt/csv文件或图片，且不超过20M',
  },
  audio: {
    kinds: ['mp3', 'wav'],
    maxBytes: limits.upload.documentBytes,
    refusal: '只能上传mp3/wav音频，且不超过20M',
  },
  video: {
    kinds: ['mp4', 'webm'],
    maxBytes: limits.upload.videoBytes,
    refusal: '只能上传mp4/webm视频，且不超过200M',
  },
} as const satisfies Record<string, UploadPurpose>;
/**
 * Purposes of files that count against the storage of an enterprise's membership plan. Files that the law requires do
 * not count: documents, photos of dangers, evidence.
 */
export const mediaPurposes: readonly string[] = ['logo', 'avatar', 'picture', 'audio', 'video'] satisfies UploadDir[];
export type UploadDir = keyof typeof uploadPurposes;
export const uploadDirs = Object.keys(uploadPurposes) as [UploadDir, ...UploadDir[]];

export const endingsOf = (kinds: readonly UploadedKind[]): string[] => kinds.flatMap((kind) => [...kindEndings[kind]]);

export const storedFile = z.object({
  url: z.string(),
  name: z.string(),
});
export type StoredFile = z.output<typeof storedFile>;

/** A link that shows one file to one person for a few minutes, without a token (S55). */
export const fileLink = z.object({
  url: z.string(),
  type: z.string(),
  name: z.string(),
  /** Lifetime of the link in seconds. */
  expiresIn: z.number(),
  /** When the photo was taken, from its camera data. Null without such data, or if the photo is no evidence. */
  takenAt: z.nullable(instant),
  /** Where the photo was taken, in degrees (WGS-84). Both values are set, or neither. */
  takenLng: z.nullable(z.number()),
  takenLat: z.nullable(z.number()),
});
export type FileLink = z.output<typeof fileLink>;

/** Address of the external viewer, or of our own screen, that shows the file. */
export const viewAddress = z.string();
