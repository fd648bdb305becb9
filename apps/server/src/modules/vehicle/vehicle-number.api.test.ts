// A plate is one plate however it is typed: in the form, in the search, in an import, and as a reference in an import.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf } from '../../../testing/client.ts';
import { declaredNamed, openPeople, valuesFor, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { createImportClient, fileOf } from '../../../testing/resource-import.ts';

let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

interface Listed {
  id: string;
  plateNo: string;
  vin: string | null;
}
const vehiclesFor = async (keyword: string) =>
  dataOf<{ records: Listed[] }>(await people.call('vehicle.page', { keyword, size: 10 })).records;

test('stores, finds and imports a plate in one form', async () => {
  const vehicle = declaredNamed('vehicle');
  const values = await valuesFor(app, people.home, vehicle);
  const typed = { ...values, plateNo: ' 浙ｂ·d12345 ', vin: 'ldem0000 00000 0001' };
  const { id } = dataOf<{ id: string }>(await people.call('vehicle.create', typed, 'entadmin'));
  for (const keyword of ['浙BD12345', '浙b·d12', '浙Ｂ D1234'])
    expect(await vehiclesFor(keyword)).toMatchObject([{ id, plateNo: '浙BD12345', vin: 'LDEM0000000000001' }]);

  const again = await people.call('vehicle.create', { ...typed, plateNo: '浙B-D12345' }, 'entadmin');
  expect(again.status, again.text).toBe(409);
  const wrong = await people.call('vehicle.create', { ...typed, plateNo: '浙BI12345' }, 'entadmin');
  expect(wrong.text).toContain('车牌号格式不正确');

  const imports = createImportClient(app, 'vehicle', people.token('entadmin'));
  const file = await fileOf(app, people.home, vehicle, [
    { ...values, plateNo: '浙b · d12345' },
    { ...values, plateNo: '浙B·12345' },
  ]);
  const { result } = await imports.checked(file);
  expect(result).toMatchObject({ rows: 2, bad: 0, duplicates: 1 });

  const days = declaredNamed('vehicleDay');
  const day = await valuesFor(app, people.home, days);
  const referring = (await fileOf(app, people.home, days, [{ ...day, vehicleId: id }]))
    .toString()
    .replace('浙BD12345', '浙Ｂ·D12345');
  const read = await createImportClient(app, 'vehicleDay', people.token('entadmin')).checked(Buffer.from(referring));
  expect(read.result?.errors).toEqual([]);
  expect(read.result).toMatchObject({ good: 1 });
});
