import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

const payloads = [
  '<script>ran()</script>',
  '<img src=x onerror=ran()>',
  '"><svg onload=ran()>',
  "'-ran()-'",
  '</title><script>ran()</script>',
  '</textarea><img src=x onerror=ran()>',
  '<iframe srcdoc="<script>parent.ran()</script>">',
  '<a href="javascript:ran()">a</a>',
  'javascript:ran()',
  '<details open ontoggle=ran()>',
  '<math><mi xlink:href="javascript:ran()">',
  '{{constructor.constructor("ran()")()}}',
  '${ran()}',
  '<style>@import "javascript:ran()"</style>',
  '<body onload=ran()>',
  '<input autofocus onfocus=ran()>',
  '<video><source onerror=ran()></video>',
  '<object data="data:text/html,<script>ran()</script>">',
  '&lt;script&gt;ran()&lt;/script&gt;',
  '\\u003cscript\\u003eran()\\u003c/script\\u003e',
];
describe('hostile texts', () => {
  it('appear as plain text in list, dossier, form and history (S39)', async () => {
    const rows = await app.sql<{ id: string }>(
      "select id from enterprise where tenant_id = '1' and status = 'active' order by id limit 20",
    );
    // Writes the texts directly into the database, because an older release or another program could have written such
    // rows.
    for (const [at, payload] of payloads.entries())
      await app.sql(
        `update enterprise set name = $2, registered_address = $2, business_address = $2, short_name = left($2, 20),
           town = left($2, 30), legal_person = left($2, 30), updated_at = now() + interval '1 hour' where id = $1`,
        [rows[at]?.id, payload],
      );
    const { page, expectStatus } = await browser.enter('regulator1');
    expectStatus(404);
    let runs = 0;
    await page.exposeFunction('ran', () => (runs += 1));
    page.on('dialog', (dialog) => ((runs += 1), void dialog.dismiss()));
    await page.goto('/bus/enterprise/index');
    await front(page)
      .getByText(/共 [\d,]+ 条/)
      .waitFor();
    await expect.poll(() => front(page).locator('tbody a.list-name').count()).toBe(20);
    const text = (await front(page).textContent()) ?? '';
    for (const payload of payloads) expect(text).toContain(payload);
    for (const [at, payload] of payloads.entries()) {
      await follow(page, `/bus/enterprise/dossier?id=${rows[at]?.id}`);
      await expect.poll(() => front(page).locator('h1').textContent()).toContain(payload);
    }
    // Enters the texts in the form, so that the change history contains them too.
    for (const payload of payloads.slice(0, 3)) {
      await front(page).getByRole('button', { name: '编辑', exact: true }).click();
      const address = page.getByRole('dialog').getByLabel('经营地址', { exact: true });
      await address.fill(`${payload}2`);
      await page.getByRole('button', { name: '保存', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => front(page).locator('.kit-history').first().textContent()).toContain(`${payload}2`);
    }
    expect(await page.locator('.view img[src=x], .view iframe, .view script, .view object').count()).toBe(0);
    expect(runs).toBe(0);
  });

  it('our page stays blank in a frame of another site (S43)', async () => {
    const site = createServer((_request, answer) => {
      answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      answer.end(`<h1>外站</h1><iframe src="${app.url}/login"></iframe>`);
    });
    await new Promise<void>((done) => void site.listen(0, done));
    const address = site.address();
    try {
      const stranger = await browser.stranger();
      const { page } = stranger;
      await page.goto(`http://localhost:${typeof address === 'object' ? address?.port : ''}/`);
      await expect.poll(() => page.frames().length).toBe(2);
      await page.waitForLoadState('networkidle');
      const framed = page.frames()[1];
      expect(await framed?.locator('#root, form, main').count()).toBe(0);
      // The browser logs why the frame is blank.
      expect(stranger.faults.splice(0).join()).toContain('frame-ancestors');
    } finally {
      site.closeAllConnections();
      site.close();
    }
  });

  it('in return URLs lead only to our home page after sign-in (S44)', async () => {
    const { page } = await browser.enter('regulator1');
    const places: string[] = [];
    page.on('framenavigated', (frame) => places.push(new URL(frame.url()).origin));
    for (const to of [
      '//evil.example',
      '/\\evil.example',
      '/%09/evil.example',
      'https:evil.example',
      'javascript:ran()',
      'https://own@evil.example',
      '/wel%0d%0aLocation:%20https://evil.example',
    ])
      for (const way of ['/login?redirect=', '/?redirect=', '/login?returnUrl=']) {
        await page.goto(way + encodeURIComponent(to));
        await page.waitForURL('**/wel/index');
      }
    expect(new Set(places)).toEqual(new Set([app.url]));
  });
});
