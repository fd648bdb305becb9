import { dictionaryCalls } from '@anlan/contract/modules/dictionary/calls';
import { api } from './api.ts';
import { onSignal } from './signals.ts';

const { grey } = api({ grey: dictionaryCalls.grey });

const look = () =>
  grey({}, { quiet: true }).then(
    (items) => void document.documentElement.classList.toggle('grey', items[0]?.value === 'true'),
    () => {},
  );

/** Takes the colour out of every page while the dictionary `grey` says so (ST-08), from the moment it does. */
export function watchGrey(): void {
  void look();
  onSignal('dictionaries', () => void look());
}
