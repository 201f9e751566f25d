import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { administrators } from '../db/tables/admin.ts'
import { openFactor } from '../testing/second-factor.ts'
import { openAdministrator } from '../testing/test-administrator.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { secretsFaults } from './kept-secrets.ts'
import { loadSecretsKey } from './secrets-key.ts'

it('a start tells of a key that opens some second factors, and refuses one that opens none', async () => {
  const shop = await openTestShop()
  onTestFinished(() => shop.close())
  const faults = (key: Buffer | undefined) => secretsFaults(shop.databaseUrl, key)
  expect(await faults(undefined)).toEqual([])
  const [anna, bela] = [await openAdministrator(shop), await openAdministrator(shop)]
  for (const person of [anna, bela]) await openFactor(person)
  const key = loadSecretsKey(shop.config)
  expect(await faults(key)).toEqual([])
  for (const other of [randomBytes(32), undefined]) {
    expect(await faults(other)).toEqual([
      { isFatal: true, text: expect.stringContaining(bela.username) },
    ])
  }
  await shop.database.db
    .update(administrators)
    .set({ totpSecret: randomBytes(48) })
    .where(eq(administrators.username, bela.username))
  const [found] = await faults(key)
  expect(found).toMatchObject({ isFatal: false })
  expect(found?.text).toContain(bela.username)
  expect(found?.text).not.toContain(anna.username)
})
