import { userTypeLabels } from '@anlan/contract/modules/user/labels';
import type { PublicConfig } from '@anlan/contract/modules/session/session';
import { useEffect, useState } from 'react';
import { config } from '#lib/config.ts';

/** What the dictionary calls the kinds of people, before anybody has signed in; the usual words until it has answered. */
export function useUserTypes(): PublicConfig['userTypes'] {
  const [words, setWords] = useState<PublicConfig['userTypes']>(userTypeLabels);
  useEffect(
    () =>
      void config().then(
        ({ userTypes }) => setWords(userTypes),
        () => {},
      ),
    [],
  );
  return words;
}
