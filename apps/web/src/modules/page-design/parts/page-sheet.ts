// Adds the page styles as rules of a style sheet object, because the CSP forbids style elements.
import { pageRules } from '@anlan/contract/modules/page-design/render/style-sheet';

let put = false;

/** Adds the page rules to the document once. */
function putPageRules(): void {
  if (put) return;
  for (const sheet of document.styleSheets) {
    // The browser forbids reading style sheets of other origins.
    if (sheet.href !== null && new URL(sheet.href).origin !== location.origin) continue;
    for (const rule of pageRules) sheet.insertRule(rule, sheet.cssRules.length);
    put = true;
    return;
  }
}
putPageRules();
