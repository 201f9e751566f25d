import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { administrators } from '../db/tables/admin.ts'
import { commandLine } from '../http/actor.ts'
import { openAdministrator } from '../testing/test-administrator.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { AdministratorFault, disableAdministrator, removeAdministrator } from './administrators.ts'

it('the command line, too, neither disables nor deletes the last owner (STAFF-05)', async () => {
  const shop = await openTestShop()
  onTestFinished(() => shop.close())
  const { db } = shop.database
  const [last, other] = [await openAdministrator(shop), await openAdministrator(shop)]
  await db.update(administrators).set({ role: 'viewer' })
  const isLast = eq(administrators.username, last.username)
  await db.update(administrators).set({ role: 'owner' }).where(isLast)
  for (const take of [disableAdministrator, removeAdministrator]) {
    const taken = take(db, commandLine, last.username)
    await expect(taken).rejects.toThrow(AdministratorFault)
    await expect(taken).rejects.toThrow(/is the last owner/)
    const kept = await db.select().from(administrators).where(isLast)
    expect(kept).toMatchObject([{ isDisabled: false, role: 'owner' }])
    await take(db, commandLine, other.username)
  }
  expect(await db.select().from(administrators)).toHaveLength(1)
})
