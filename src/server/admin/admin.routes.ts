import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/admin.schema.ts'
import { adminPasswordApi, adminSessionApi } from '#contract/admin.ts'
import { type Config, canMail } from '../config.ts'
import { authorizationToken, originOf } from '../http/caller.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { networksOf } from '../limits/network.ts'
import { HasherBusy, type PasswordHasher } from '../members/password-hasher.ts'
import { readResetCode, requestReset, resetPasswordByCode } from './admin-reset.ts'
import { consumeResetCode, consumeResetMail } from './admin-reset-limits.ts'
import { endAdminSession, signInAdmin, verifyAdmin } from './admin-session.ts'

interface AdminDeps {
  config: Config
  db: NodePgDatabase
  jobs: JobSender
  /** Not the hasher of members: a flood of their sign-ins must not lock an administrator out. */
  adminHasher: PasswordHasher
}

function refuseWhenBusy(error: unknown): never {
  if (error instanceof HasherBusy) throw new ShopError('TOO_MANY_REQUESTS', { retryAfter: 2 })
  throw error
}

export function adminRoutes(mount: Mount, deps: AdminDeps): void {
  sessionRoutes(mount, deps)
  passwordRoutes(mount, deps)
}

function sessionRoutes(mount: Mount, { db, adminHasher: hasher }: AdminDeps): void {
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

function passwordRoutes(mount: Mount, { config, db, jobs, adminHasher: hasher }: AdminDeps): void {
  function requireMail(): void {
    if (!canMail(config)) throw new ShopError('ADMIN_RESET_UNAVAILABLE')
  }

  mount(adminPasswordApi.requestReset, schema.requestReset, async ({ data }, { request }) => {
    requireMail()
    const { username } = data
    await consumeResetMail(db, { username, networks: networksOf(request.ip) })
    await requestReset(db, jobs, { username })
    return { message: '若此帳號存在，重設信已寄出，請於一小時內使用' }
  })

  mount(adminPasswordApi.readResetCode, schema.readResetCode, async ({ data }, { request }) => {
    await consumeResetCode(db, networksOf(request.ip))
    const { username } = await readResetCode(db, data.code)
    return { username }
  })

  mount(adminPasswordApi.resetPassword, schema.resetPassword, async ({ data }, { request }) => {
    const networks = networksOf(request.ip)
    await consumeResetCode(db, networks)
    // An invalid code is refused before the call takes a hashing slot.
    await readResetCode(db, data.code)
    await hasher
      .withHashingSlot(networks.widest, () =>
        resetPasswordByCode({ config, db, jobs }, hasher, { ...data, origin: originOf(request) }),
      )
      .catch(refuseWhenBusy)
    return { message: '密碼已更新，請以新密碼登入' }
  })
}
