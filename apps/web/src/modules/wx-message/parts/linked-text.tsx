import { withFaces } from '../emoji.ts';

const address = /(https?:\/\/[^\s<>"'，。；！？、（）【】《》]+)/g;

/** Shows the text of a message. Web addresses become links without a referrer; everything else is plain text (S39). */
export function LinkedText({ text }: { text: string }) {
  return text.split(address).map((part, at) =>
    at % 2 === 1 ? (
      // The parts never change their order, so the index is the React key.
      // oxlint-disable-next-line react/no-array-index-key
      <a key={at} className="link" href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      withFaces(part)
    ),
  );
}
