/** A kkFileView that fetches a file by a signed address and shows it. */
export interface OuterViewer {
  /** Where it is, without a stroke at the end. */
  base: string;
  /** Under which origin it reaches us. */
  ownOrigin: string;
}

/** Its address for one signed address of ours; the ending of `fullfilename` tells it what it is shown. */
export function outerAddress({ base, ownOrigin }: OuterViewer, signed: string, name: string): string {
  const source = `${ownOrigin}${signed}&fullfilename=${encodeURIComponent(name)}`;
  return `${base}/onlinePreview?url=${encodeURIComponent(Buffer.from(source).toString('base64'))}`;
}
