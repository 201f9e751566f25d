import type { FastifyRequest } from 'fastify'
import * as schema from '#contract/admin.schema.ts'
import { adminPasswordApi, adminSessionApi } from '#contract/admin.ts'
import { permissionsOf } from '#contract/permissions.ts'
import type { Config } from '../config.ts'
import { authorizationToken, originOf } from '../http/caller.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { networksOf, vicinityOf } from '../limits/network.ts'
import { canMail } from '../mail/mail-server.ts'
import type { PasswordHasher } from '../members/sign-in/password-hasher.ts'
import type { Settings } from '../settings/settings.ts'
import { ownOf } from './account.routes.ts'
import { getAdministrator } from './admin.queries.ts'
import { assertFirstAdminCode, createFirstAdmin } from './first-admin.ts'
import { readResetCode, requestReset, resetPasswordByCode } from './sign-in/admin-reset.ts'
import { consumeResetCode, consumeResetMail } from './sign-in/admin-reset-limits.ts'
import {
  confirmIdentity,
  endAdminSession,
  type SessionDeps,
  signInAdmin,
  verifyAdmin,
} from './sign-in/admin-session.ts'
import { refuseWhenBusy } from './sign-in/refuse-when-busy.ts'

interface AdminDeps extends SessionDeps {
  config: Config
  settings: Settings
  /** Not the hasher of members: a flood of their sign-ins must not lock an administrator out. */
  adminHasher: PasswordHasher
}

export function adminRoutes(mount: Mount, deps: AdminDeps): void {
  sessionRoutes(mount, deps)
  passwordRoutes(mount, deps)
}

function sessionRoutes(mount: Mount, deps: AdminDeps): void {
  const { db, settings, adminHasher: hasher } = deps

  mount(adminSessionApi.signIn, schema.signIn, async ({ body }, { request }) => {
    const { username, password, code } = body
    const networks = networksOf(request.ip)
    const attempt = { username, password, code, networks, ...placeOf(request) }
    const session = await hasher
      .withHashingSlot(networks.widest, () => signInAdmin(deps, hasher, attempt))
      .catch(refuseWhenBusy)
    return { message: '登入成功', ...session }
  })

  mount(adminSessionApi.createFirst, schema.createFirst, async ({ data }, { request }) => {
    const networks = networksOf(request.ip)
    await consumeResetCode(db, networks)
    await assertFirstAdminCode(db, data.code)
    const place = placeOf(request)
    const { username, password } = data
    const session = await hasher
      .withHashingSlot(networks.widest, async () => {
        await createFirstAdmin(db, hasher, { ...data, origin: place.origin })
        const attempt = { username, password, code: undefined, networks, ...place }
        return signInAdmin(deps, hasher, attempt)
      })
      .catch(refuseWhenBusy)
    return { message: '已建立帳號', ...session }
  })

  mount(adminSessionApi.check, schema.check, async (_, { request }) => {
    const token = authorizationToken(request)
    const requiresTotp = settings.get().security.requires_totp
    const admin = token ? await verifyAdmin(db, token, { requiresTotp }) : null
    if (!admin) throw new ShopError('ADMIN_CHECK_FAILED')
    const { uid, username, name, role, hasTotp, needsTotp } = admin
    const permissions = permissionsOf(role)
    return { uid, username, name, role, permissions, has_totp: hasTotp, needs_totp: needsTotp }
  })

  mount(adminSessionApi.logout, schema.logout, async (_, { request }) => {
    const token = authorizationToken(request)
    const isEnded = token !== null && (await endAdminSession(db, token, originOf(request)))
    if (!isEnded) throw new ShopError('ADMIN_LOGOUT_FAILED')
    return { message: '已登出' }
  })

  mount(adminSessionApi.confirm, schema.confirm, async ({ data }, { caller, actor, request }) => {
    const { uid, sessionId } = ownOf(caller)
    const { username } = await getAdministrator(db, uid)
    const networks = networksOf(request.ip)
    const { password, code } = data
    const attempt = { username, password, code, networks, sessionId, ...placeOf(request) }
    const until = await hasher
      .withHashingSlot(networks.widest, () => confirmIdentity(deps, hasher, actor, attempt))
      .catch(refuseWhenBusy)
    return { confirmed_until: until }
  })
}

function placeOf(request: FastifyRequest) {
  return { origin: originOf(request), vicinity: vicinityOf(request.ip) }
}

function passwordRoutes(
  mount: Mount,
  { config, db, jobs, settings, adminHasher: hasher }: AdminDeps,
): void {
  function requireMail(): void {
    if (!canMail(config, settings)) throw new ShopError('ADMIN_RESET_UNAVAILABLE')
  }

  mount(adminPasswordApi.requestReset, schema.requestReset, async ({ data }, { request }) => {
    requireMail()
    const { username } = data
    await consumeResetMail(db, { username, ip: request.ip })
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
        resetPasswordByCode({ db, jobs }, hasher, { ...data, origin: originOf(request) }),
      )
      .catch(refuseWhenBusy)
    return { message: '密碼已更新，請以新密碼登入' }
  })
}
