export interface OuterViewer {
  /** Base address of the viewer, without a trailing slash. */
  base: string;
  /** Origin of this server, from which the viewer fetches the file. */
  ownOrigin: string;
}

/** Address of a file in the viewer. The extension in `fullfilename` determines the file type. */
export function outerAddress({ base, ownOrigin }: OuterViewer, signed: string, name: string): string {
  const source = `${ownOrigin}${signed}&fullfilename=${encodeURIComponent(name)}`;
  return `${base}/onlinePreview?url=${encodeURIComponent(Buffer.from(source).toString('base64'))}`;
}
