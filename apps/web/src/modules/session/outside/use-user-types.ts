import { userTypeLabels } from '@anlan/contract/modules/user/labels';
import type { PublicConfig } from '@anlan/contract/modules/session/session';
import { useEffect, useState } from 'react';
import { config } from '#lib/config.ts';

/**
 * Names of the user types from the dictionary, before sign-in. Default names are used until the dictionary is loaded.
 */
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
