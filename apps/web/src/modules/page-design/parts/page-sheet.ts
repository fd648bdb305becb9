// The style sheet of pages, put rule by rule into a sheet of ours: the page's policy refuses style elements, not rules.
import { pageRules } from '@anlan/contract/modules/page-design/render/rules';

let put = false;

/** Puts the rules of pages into the document, once; into a sheet that is ours to change. */
function putPageRules(): void {
  if (put) return;
  for (const sheet of document.styleSheets) {
    // Sheets of others do not let themselves be read.
    if (sheet.href !== null && new URL(sheet.href).origin !== location.origin) continue;
    for (const rule of pageRules) sheet.insertRule(rule, sheet.cssRules.length);
    put = true;
    return;
  }
}
putPageRules();
