import { eq } from 'drizzle-orm'
import type { Role } from '#contract/permissions.ts'
import { createAdministrator } from '../admin/administrators.ts'
import { administrators } from '../db/tables/admin.ts'
import { commandLine } from '../http/actor.ts'
import { createTestHasher } from './doubles/test-hasher.ts'
import { type TestShop, type Visitor, visitor } from './test-shop.ts'

export interface TestAdministrator extends Visitor {
  username: string
  password: string
  uid: string
  token: string
  /** Epoch milliseconds. */
  expired: number
}

type SignedInTo = Pick<TestShop, 'app' | 'database'>

const hasher = createTestHasher()
// Files share this count: as many digits in each, so that names sort as they were made.
let made = 1_000

/** An administrator of the shop, made as the operator makes one and signed in over HTTP. */
export async function openAdministrator(shop: SignedInTo): Promise<TestAdministrator> {
  const account = { username: `chief-${++made}@example.com`, password: 'at-least-8-long' }
  await createAdministrator(shop.database.db, commandLine, hasher, account)
  const reply = await signIn(shop, account)
  if (reply.statusCode !== 200) throw new Error(`The administrator cannot sign in: ${reply.body}`)
  const { uid, token, expired } = reply.json()
  return Object.assign(visitor(shop.app, token), { ...account, uid, token, expired })
}

/** Somebody of the staff in this role. */
export async function openStaff(shop: TestShop, role: Role): Promise<TestAdministrator> {
  const person = await openAdministrator(shop)
  await shop.database.db
    .update(administrators)
    .set({ role })
    .where(eq(administrators.uid, person.uid))
  return person
}

/** Signing in is the one call whose body is flat. */
export function signIn(shop: Pick<TestShop, 'app'>, payload: object, remoteAddress = '127.0.0.1') {
  return shop.app.inject({ method: 'POST', url: '/v2/admin/signin', payload, remoteAddress })
}
