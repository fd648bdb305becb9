import type { Page } from 'playwright-core';

export const tokenOf = async (page: Page) =>
  String(JSON.parse(await page.evaluate(() => sessionStorage.getItem('anlan-access_token') ?? '{}')).content);

export async function uploadFile(page: Page, name: string, buffer: Buffer, dir = 'document'): Promise<string> {
  const answer = await page.request.post(`/upms/file/upload?dir=${dir}`, {
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
    multipart: { file: { name, mimeType: 'application/octet-stream', buffer } },
  });
  if (answer.status() !== 200) throw new Error(`${answer.status()} ${await answer.text()}`);
  const { url }: { url: string } = await answer.json();
  return url.split('/').at(-1) ?? '';
}
