import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { instant } from '../../domain/fields.ts';

/** Endings of the names that each kind of file goes by. */
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
/** A kind of file, told by its bytes and never by its name. */
export type UploadedKind = keyof typeof kindEndings;

/** What one purpose of uploading takes. */
export interface UploadPurpose {
  /** Kinds by their bytes; the name's ending must fit as well (S52). */
  kinds: readonly UploadedKind[];
  maxBytes: number;
  /** What a person is told when it does not fit. */
  refusal: string;
}

const photo = ['png', 'jpg'] as const;
/** Purposes of the call that uploads, by the name that `dir` gives them. */
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
 * Purposes that fill the space of an enterprise's plan. Papers, photos of dangers, evidence and documents of the
 * archive do not: the law demands them, whatever is paid (domain.md §2.9).
 */
export const mediaPurposes: readonly string[] = ['logo', 'avatar', 'picture', 'audio', 'video'] satisfies UploadDir[];
/** What an upload is for. */
export type UploadDir = keyof typeof uploadPurposes;
/** The names of the purposes. */
export const uploadDirs = Object.keys(uploadPurposes) as [UploadDir, ...UploadDir[]];

/** Every ending that a purpose takes, without the dot. */
export const endingsOf = (kinds: readonly UploadedKind[]): string[] => kinds.flatMap((kind) => [...kindEndings[kind]]);

/** A stored file as the uploader learns of it. */
export const storedFile = z.object({
  /** Own address of the file. */
  url: z.string(),
  /** Name it was sent under, cleaned. */
  name: z.string(),
});
/** A stored file as the uploader learns of it. */
export type StoredFile = z.output<typeof storedFile>;

/** A link that shows one file to one person for a few minutes, without a token (S55). */
export const fileLink = z.object({
  /** Address to put into a picture or a new window. */
  url: z.string(),
  /** Media type of the file. */
  type: z.string(),
  /** Its name. */
  name: z.string(),
  /** Seconds it holds. */
  expiresIn: z.number(),
  /** When a photo was taken, as its camera said; null where it said nothing, or the file is no photo that proves something. */
  takenAt: z.nullable(instant),
  /** Where it was taken, in degrees (WGS-84); both or neither. */
  takenLng: z.nullable(z.number()),
  takenLat: z.nullable(z.number()),
});
/** A link that shows one file to one person for a few minutes. */
export type FileLink = z.output<typeof fileLink>;

/** Where a file is shown: the address of the outer viewer, or of our own screen. */
export const viewAddress = z.string();
