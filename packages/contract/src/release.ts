/**
 * Version of the product, as the specification names it. It is shown to people and never changes with a release.
 */
export const productVersion = '1.0.6';

/**
 * Number of the release: year, month, and a running number of the month. Increase it for each release, with an entry in
 * CHANGELOG.md. `npm run pack`, `--version`, /metrics and the page show it.
 */
export const release = '2026.11.1';
