import { withFaces } from '../emoji.ts';

const address = /(https?:\/\/[^\s<>"'，。；！？、（）【】《》]+)/g;

/** What somebody wrote: addresses become links that tell the other side nothing, all else is text (S39). */
export function LinkedText({ text }: { text: string }) {
  return text.split(address).map((part, at) =>
    at % 2 === 1 ? (
      // Parts of a text stand where they stand.
      // oxlint-disable-next-line react/no-array-index-key
      <a key={at} className="link" href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      withFaces(part)
    ),
  );
}
