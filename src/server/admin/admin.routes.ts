import * as schema from '#contract/admin.schema.ts'
import { adminSessionApi } from '#contract/admin.ts'
import type { Db } from '../db/connect.ts'
import { authorizationToken } from '../http/caller.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { networksOf } from '../limits/network.ts'
import { HasherBusy, type PasswordHasher } from '../members/password-hasher.ts'
import { endAdminSession, signInAdmin, verifyAdmin } from './admin-session.ts'

interface AdminDeps {
  db: Db
  /** Not the hasher of members: a flood of their sign-ins must not lock an administrator out. */
  adminHasher: PasswordHasher
}

function refuseWhenBusy(error: unknown): never {
  if (error instanceof HasherBusy) throw new ShopError('TOO_MANY_REQUESTS', { retryAfter: 2 })
  throw error
}

export function adminRoutes(mount: Mount, { db, adminHasher: hasher }: AdminDeps): void {
  mount(adminSessionApi.signIn, schema.signIn, async ({ body }, { request }) => {
    const { username, password } = body
    const networks = networksOf(request.ip)
    const session = await hasher
      .withHashingSlot(networks.widest, () =>
        signInAdmin(db, hasher, { username, password, networks }),
      )
      .catch(refuseWhenBusy)
    if (!session) {
      const error = { code: 'auth/invalid-credential', message: '帳號或密碼錯誤' }
      throw new ShopError('ADMIN_LOGIN_FAILED', { error })
    }
    return { message: '登入成功', ...session }
  })

  mount(adminSessionApi.check, schema.check, async (_, { request }) => {
    const token = authorizationToken(request)
    const admin = token ? await verifyAdmin(db, token) : null
    if (!admin) throw new ShopError('ADMIN_CHECK_FAILED')
    return { uid: admin.uid }
  })

  mount(adminSessionApi.logout, schema.logout, async (_, { request }) => {
    const token = authorizationToken(request)
    const isEnded = token !== null && (await endAdminSession(db, token))
    if (!isEnded) throw new ShopError('ADMIN_LOGOUT_FAILED')
    return { message: '已登出' }
  })
}
