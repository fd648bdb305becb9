import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dialog } from './forms.ts';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';
import { uploadFile, tokenOf } from './upload-file.ts';

const { app, browser } = await openStage();

const licence = 'apps/server/data/demo-licence.png';
const gbk = Buffer.from([0xb0, 0xb2, 0xc8, 0xab, 0xc9, 0xfa, 0xb2, 0xfa, 0x0a]);
const script = `<script>document.title='ran'</script>`;
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** Lets the browser record half a second of video: a grey square that becomes lighter. */
async function film(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 90 });
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => void parts.push(data);
    const ended = new Promise((done) => (recorder.onstop = done));
    recorder.start();
    const began = performance.now();
    await new Promise<void>((done) => {
      const draw = () => {
        const passed = performance.now() - began;
        if (pen) {
          pen.fillStyle = `hsl(0 0% ${Math.min(100, passed / 10)}%)`;
          pen.fillRect(0, 0, 160, 90);
        }
        if (passed < 600) requestAnimationFrame(draw);
        else done();
      };
      draw();
    });
    recorder.stop();
    await ended;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  });
  return Buffer.from(text, 'latin1');
}

describe('files (CA-12)', () => {
  it('displays an uploaded licence', async () => {
    const { page, expectStatus } = await browser.enter('entadmin1', '/bus/enterprise/mine');
    await front(page).getByRole('button', { name: /编辑/ }).first().click();
    const form = dialog(page);
    const input = form.locator('input[type=file]').first();
    await input.setInputFiles({ name: '执照.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ') });
    await form.getByText('只能上传jpg/png/pdf文件，且不超过20M').waitFor();
    expectStatus(400);
    await input.setInputFiles({ name: '执照.pdf', mimeType: 'application/pdf', buffer: Buffer.from(script) });
    await form.getByText('只能上传jpg/png/pdf文件，且不超过20M').waitFor();
    await input.setInputFiles(licence);
    await form.getByRole('img', { name: '营业执照' }).waitFor();
    await form.getByRole('button', { name: '查看营业执照' }).click();
    const viewer = page.getByRole('dialog', { name: '营业执照' });
    const picture = viewer.getByRole('img', { name: '营业执照' });
    await picture.waitFor();
    const lying = async () => {
      const box = await picture.boundingBox();
      return (box?.width ?? 0) > (box?.height ?? 0);
    };
    await expect.poll(async () => (await picture.boundingBox())?.width ?? 0).toBeGreaterThan(50);
    const before = await lying();
    await viewer.getByRole('button', { name: /旋\s*转/ }).click();
    await expect.poll(lying).toBe(!before);
    await viewer.getByRole('button', { name: /放\s*大/ }).click();
    await viewer.getByText('150%').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      viewer.getByRole('button', { name: /下\s*载/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('demo-licence.png');
    expect(readFileSync(await download.path()).subarray(0, 8)).toEqual(readFileSync(licence).subarray(0, 8));
  });

  it('saves a form only after a running upload is finished @deep', async () => {
    const { page } = await browser.enter('entadmin1', '/bus/enterprise/mine');
    await front(page).getByRole('button', { name: /编辑/ }).first().click();
    const form = dialog(page);
    const foot = form.locator('.form-foot');
    const line = Promise.withResolvers<void>();
    await page.route('**/upms/file/upload*', async (route) => {
      await line.promise;
      await route.continue();
    });
    const name = '慢线上的执照.png';
    await form
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'image/png', buffer: readFileSync(licence) });
    await foot.getByText('文件还在上传，传完即可保存').waitFor();
    expect(await foot.getByRole('button', { name: '保存' }).isDisabled()).toBe(true);
    // Cancelling shows a warning, because the changes would be lost.
    await foot.getByRole('button', { name: '取消' }).click();
    await foot.getByText('有未保存的修改').waitFor();
    await foot.getByRole('button', { name: '继续填写' }).click();
    line.resolve();
    await foot.getByRole('button', { name: '保存', disabled: false }).click();
    await page.getByText('已保存').waitFor();
    const [row] = await app.sql<{ n: number }>(
      `select count(*)::int as n from enterprise e join file f on e.licence = '/upms/file/' || f.id where f.name = $1`,
      [name],
    );
    expect(row?.n).toBe(1);
  });

  it('shows a text in its encoding and a PDF in the browser @deep', async () => {
    const { page } = await browser.enter('admin1');
    const [text, document, sound] = [
      await uploadFile(page, '记录.txt', gbk),
      await uploadFile(page, '承诺书.pdf', pdf),
      await uploadFile(page, '声音.wav', Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0', 'latin1'), 'audio'),
    ];
    await follow(page, `/upms/file/view?fileId=${text}`);
    await front(page).getByText('安全生产').waitFor();
    await front(page).getByText('GB 18030').waitFor();
    const shown = page.waitForResponse((response) => response.url().includes(`/upms/file/signed/${document}`));
    await follow(page, `/upms/file/view?fileId=${document}`);
    expect((await shown).headers()['content-type']).toBe('application/pdf');
    await front(page).locator('iframe[title="承诺书.pdf"]').waitFor();
    await follow(page, `/upms/file/view?fileId=${sound}`);
    await front(page).locator('audio[aria-label="声音.wav"]').waitFor();
  });

  it('plays a video from the selected position @deep', async () => {
    const { page } = await browser.enter('admin1');
    const bytes = await film(page);
    const id = await uploadFile(page, '巡查录像.webm', bytes, 'video');
    const shown = page.waitForResponse((response) => response.url().includes(`/upms/file/signed/${id}`));
    await follow(page, `/upms/file/view?fileId=${id}`);
    const first = await shown;
    expect([first.status(), first.headers()['content-type'], first.headers()['accept-ranges']]).toEqual([
      206,
      'video/webm',
      'bytes',
    ]);
    const player = front(page).locator('video[aria-label="巡查录像.webm"]');
    await player.waitFor();
    const state = (read: 'videoWidth' | 'readyState' | 'currentTime') =>
      player.evaluate((one, name) => (one instanceof HTMLVideoElement ? one[name] : -1), read);
    await expect.poll(() => state('videoWidth')).toBe(160);
    await player.evaluate((one) => (one instanceof HTMLVideoElement ? one.play() : undefined));
    await expect.poll(() => state('currentTime')).toBeGreaterThan(0);
    const part = (range: string) => page.request.get(first.url(), { headers: { range } });
    const middle = await part('bytes=100-199');
    expect([middle.status(), middle.headers()['content-range']]).toEqual([206, `bytes 100-199/${bytes.length}`]);
    expect(await middle.body()).toEqual(bytes.subarray(100, 200));
    expect(await (await part('bytes=-50')).body()).toEqual(bytes.subarray(-50));
  });

  it('reports an unknown file and a URL without a file id @deep', async () => {
    const { page, expectStatus } = await browser.enter('regulator1');
    expectStatus(404);
    await follow(page, `/upms/file/view?fileId=${crypto.randomUUID()}`);
    await front(page).getByRole('alert').getByRole('button', { name: '重试' }).waitFor();
    await follow(page, '/upms/file/view');
    await front(page).getByText('地址里没有文件编号').waitFor();
  });

  it('runs nothing when a web page stored as a picture is opened directly (S55) @deep', async () => {
    const { page } = await browser.enter('admin1');
    const id = await uploadFile(page, 'a.png', readFileSync(licence), 'licence');
    const [row] = await app.sql<{ key: string }>('select key from file where id = $1', [id]);
    writeFileSync(join(app.dataDir, 'files', row?.key ?? ''), `<html><body>${script}<h1>page</h1></body></html>`);
    const answer = await page.request.post('/upms/file/link', {
      headers: { authorization: `Bearer ${await tokenOf(page)}` },
      data: { id },
    });
    const { data }: { data: { url: string } } = await answer.json();
    const stranger = await browser.stranger();
    await stranger.page.goto(data.url);
    expect(await stranger.page.title()).not.toBe('ran');
    expect(await stranger.page.getByText('page', { exact: true }).count()).toBe(0);
    // Removes the message that Chromium itself logs about the blocked script.
    stranger.faults.splice(0);
  });

  it('exports the logs as a workbook (CA-17) @deep', async () => {
    const { page } = await browser.enter('admin1', '/upms/log/index');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      front(page)
        .getByRole('button', { name: /导\s*出/ })
        .click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^操作日志-\d{4}-\d\d-\d\d\.xlsx$/);
  });
});
