import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, EndpointAccess } from '#contract/endpoint.ts'
import { shopErrors } from '#contract/errors.ts'
import { hasPermission, type Permission, type Role } from '#contract/permissions.ts'
import { sha256 } from '../db/sha256.ts'
import { networksOf } from '../limits/network.ts'
import { type Actor, actorKey, type CallOrigin, keyActor, mayDo } from './actor.ts'
import { ShopError } from './shop-error.ts'

/** Claims of a verified identity token. */
export interface VerifiedMember {
  uid: string
  email: string | null
  /** Whether the member has shown that the mailbox is theirs. */
  isEmailVerified: boolean
  /** Whether the member signs in at LINE, which knows the person. */
  hasIdentity?: boolean
  /** When the password was last proved, or LINE passed, in epoch seconds. */
  signedInAt: number
}

export interface VerifiedAdmin {
  uid: string
  username: string
  name: string
  role: Role
  sessionId: string
  hasTotp: boolean
  /** Nothing but the own account is open until the second factor is on. */
  needsTotp: boolean
  /** Whether password and code were proved in the last 15 minutes. */
  isConfirmed: boolean
}

/** A program that calls with an API key. */
export interface VerifiedKey {
  id: string
  name: string
  permissions: readonly Permission[]
}

/** The verifiers of tokens; each gives null for an invalid token. */
export interface Verifiers {
  member(token: string): Promise<VerifiedMember | null>
  admin(token: string): Promise<VerifiedAdmin | null>
  key(token: string): Promise<VerifiedKey | null>
}

/** `owner` is the key of the caller's cart and orders. */
export interface Caller {
  owner: string
  memberId: string | null
  /** The address in a member's token. */
  email: string | null
  isEmailVerified: boolean
  /** Of a member who signs in at LINE, which knows the person. */
  hasIdentity?: boolean
  /** Of a member: when the password was last proved, or LINE passed, in epoch seconds. */
  signedInAt?: number
  /** The actor, for the records of the call. */
  actor: Actor
  /** With an administrator only. */
  admin?: VerifiedAdmin
  /** With an API key only. */
  key?: VerifiedKey
  /** Lines of the guest's cart that the member's cart has no room for; absent when there are none. */
  unmergedLines?: number
}

/** The guest whose order a token opens; `isByTelephone`: the look-up has given the token. */
export interface GuestOfOrder {
  owner: string
  isByTelephone: boolean
}

export interface CallerOptions {
  verifiers: Verifiers
  isGuestShared: boolean
  /** The shop's own address is https, whatever the last proxy speaks. */
  isHttps: boolean
  /** Merges a guest's cart when the guest has become a member; gives the number of lines left. */
  mergeGuest: (guestOwner: string, memberOwner: string) => Promise<number>
  /** The guest of an order that a token opens; undefined where it does not. */
  guestOfOrder: (orderId: string, access: string) => Promise<GuestOfOrder | undefined>
  /** Runs for each write that gives a guest a new cookie. */
  onNewGuest: (request: FastifyRequest) => void
  /** Counts a call of an API key, and tells it what is left; throws TOO_MANY_REQUESTS. */
  countKey: (key: VerifiedKey, reply: FastifyReply) => Promise<void>
}

/**
 * On https the name itself has the browser refuse the cookie from anyone but this very host: no
 * neighbour under the same domain can give a shopper a cart that is not theirs.
 */
const guestCookies = { http: 'shopper', https: '__Host-shopper' }
const guestIdPattern = /^[A-Za-z0-9_-]{22}$/
const guestCookieSeconds = 180 * 24 * 3600
/** Opaque tokens of administrators carry this mark, so that a stale one still reads as a guest. */
export const adminTokenMark = 'adm_'
/** As API keys begin; no identity token does. */
export const apiKeyMark = 'mm_'

export function memberOwner(memberId: string): string {
  return `m:${memberId}`
}

export function isMemberOwner(owner: string): boolean {
  return owner.startsWith('m:')
}

/** Guests are stored by the hash of their id, so that the table of carts holds no cookie. */
function guestOwner(guestId: string): string {
  return `g:${sha256(guestId)}`
}

/** The cart of all guests of a shop with SHARED_GUEST. */
export const sharedGuest = 'g:shared'

/** The caller of endpoints that look at no identity. */
export const anonymousCaller: Caller = {
  owner: '',
  memberId: null,
  email: null,
  isEmailVerified: false,
  actor: { kind: 'system' },
}

function shopper(owner: string, member?: VerifiedMember): Caller {
  const { uid: memberId = null, email = null, isEmailVerified = false } = member ?? {}
  const actor = { kind: 'shopper', owner } as const
  const { signedInAt, hasIdentity } = member ?? {}
  return {
    owner,
    memberId,
    email,
    isEmailVerified,
    actor,
    ...(hasIdentity && { hasIdentity }),
    ...(signedInAt !== undefined && { signedInAt }),
  }
}

/** Identifies the caller; throws when the endpoint requires another identity. */
export async function identifyCaller(
  access: EndpointAccess,
  request: FastifyRequest,
  reply: FastifyReply,
  options: CallerOptions,
): Promise<Caller> {
  if (access.caller === 'anyone') return anonymousCaller
  const token = authorizationToken(request)
  const isKey = token?.startsWith(apiKeyMark) === true
  const isOfStaff = isKey || token?.startsWith(adminTokenMark) === true
  const isForStaff =
    access.caller === 'admin' ||
    (access.caller === 'member' && access.permission !== undefined && isOfStaff)
  if (isForStaff && isKey) return identifyKey(access, token, request, reply, options)
  if (isForStaff) {
    const admin = token?.startsWith(adminTokenMark) ? await options.verifiers.admin(token) : null
    if (!admin) throw new ShopError('ADMIN_REQUIRED')
    admit(admin, access)
    const { uid: id, name, role } = admin
    const actor = { kind: 'admin', id, name, role, origin: originOf(request) } as const
    const owner = actorKey(actor)
    return { owner, memberId: null, email: null, isEmailVerified: false, actor, admin }
  }
  if (token && !isOfStaff) {
    const member = await options.verifiers.member(token)
    if (!member) throw new ShopError('MEMBER_TOKEN_INVALID')
    return identifyMember(member, request, reply, options)
  }
  if (access.caller === 'member') throw new ShopError('MEMBER_REQUIRED')
  return identifyGuest(request, reply, options)
}

type AccessOfStaff = Extract<EndpointAccess, { permission: unknown }>

/**
 * A key opens what it names. Nothing is proved by it anew, so that no sensitive call is for keys, nor
 * is what concerns an account alone.
 */
async function identifyKey(
  access: AccessOfStaff,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
  options: CallerOptions,
): Promise<Caller> {
  const key = await options.verifiers.key(token)
  if (!key) throw new ShopError('ADMIN_REQUIRED')
  await options.countKey(key, reply)
  const actor = keyActor(key, originOf(request))
  const { permission } = access
  if (permission === 'self' || access.isSensitive) throw new ShopError('API_KEY_REFUSED')
  const isAllowed = [permission].flat().some((one: Permission) => mayDo(actor, one))
  if (!isAllowed) throw new ShopError('PERMISSION_DENIED')
  const owner = actorKey(actor)
  return { owner, memberId: null, email: null, isEmailVerified: false, actor, key }
}

/** Throws when the administrator may not make the call, or not yet. */
function admit(admin: VerifiedAdmin, access: AccessOfStaff): void {
  if (admin.needsTotp && !access.isForAccount) throw new ShopError('SECOND_FACTOR_MISSING')
  const { permission } = access
  const isAllowed =
    permission === 'self' ||
    [permission].flat().some((one: Permission) => hasPermission(admin.role, one))
  if (!isAllowed) throw new ShopError('PERMISSION_DENIED')
  if (access.isSensitive) requireProof(admin)
}

/**
 * For what a call needs only sometimes; throws CONFIRMATION_REQUIRED without a recent proof, and
 * API_KEY_REFUSED for a key, which proves nothing.
 */
export function requireConfirmation({ admin, key }: Caller): void {
  if (key) throw new ShopError('API_KEY_REFUSED')
  if (admin) requireProof(admin)
}

function requireProof({ isConfirmed }: VerifiedAdmin): void {
  if (isConfirmed) return
  const { message } = shopErrors.CONFIRMATION_REQUIRED
  const error = { code: 'auth/requires-recent-login', message }
  throw new ShopError('CONFIRMATION_REQUIRED', { error })
}

/** Where a call comes from, for what is recorded of it. */
export function originOf(request: FastifyRequest): CallOrigin {
  return {
    requestId: request.id,
    network: networksOf(request.ip).widest,
    device: (request.headers['user-agent'] ?? '').slice(0, 200),
  }
}

/** The raw token of the Authorization header, with or without `Bearer `. */
export function authorizationToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization?.trim() ?? ''
  const token = header.replace(/^Bearer(\s+|$)/i, '').trim()
  // Clients of the public course write their missing cookie as one of these words.
  return token === '' || token === 'undefined' || token === 'null' ? null : token
}

/**
 * The guest whose order the call is about, with a token that opens it; else the caller. Throws
 * ORDER_LINK_NEEDED when number and telephone are too little for the call.
 */
export async function callerByAccess(
  { takesAccess }: Pick<Endpoint, 'takesAccess'>,
  request: FastifyRequest,
  { guestOfOrder }: Pick<CallerOptions, 'guestOfOrder'>,
): Promise<Caller> {
  const { id } = request.params as { id: string }
  const { access } = request.query as { access?: unknown }
  if (typeof access !== 'string' || access === '') return request.caller
  const guest = await guestOfOrder(id, access)
  if (guest === undefined || guest.owner === request.caller.owner) return request.caller
  if (takesAccess === 'mailed' && guest.isByTelephone) throw new ShopError('ORDER_LINK_NEEDED')
  return shopper(guest.owner)
}

async function identifyMember(
  member: VerifiedMember,
  request: FastifyRequest,
  reply: FastifyReply,
  options: CallerOptions,
): Promise<Caller> {
  const owner = memberOwner(member.uid)
  const cookie = guestCookie(request, options)
  const guestId = guestIdOf(request, cookie.name)
  if (guestId) {
    const unmergedLines = await options.mergeGuest(guestOwner(guestId), owner)
    // The cookie stays while its cart has lines: they are merged as soon as there is room.
    if (unmergedLines > 0) return { ...shopper(owner, member), unmergedLines }
    // The merge clears the guest's cookie: one that was set before the sign-in is invalid after it.
    reply.clearCookie(cookie.name, { path: '/', secure: cookie.secure })
  }
  return shopper(owner, member)
}

/** A guest gets the cookie with the first write that succeeds, not before. */
function identifyGuest(
  request: FastifyRequest,
  reply: FastifyReply,
  options: CallerOptions,
): Caller {
  const { name, secure } = guestCookie(request, options)
  const known = guestIdOf(request, name)
  if (known) return shopper(guestOwner(known))
  if (options.isGuestShared) return shopper(sharedGuest)
  const guestId = randomBytes(16).toString('base64url')
  if (request.method !== 'GET') {
    options.onNewGuest(request)
    reply.newGuestCookie = {
      name,
      value: guestId,
      options: {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: guestCookieSeconds,
      },
    }
  }
  return shopper(guestOwner(guestId))
}

function guestCookie(
  request: FastifyRequest,
  { isHttps }: CallerOptions,
): { name: string; secure: boolean } {
  const secure = isHttps || request.protocol === 'https'
  return { name: secure ? guestCookies.https : guestCookies.http, secure }
}

function guestIdOf(request: FastifyRequest, cookieName: string): string | null {
  const value = request.cookies[cookieName]
  return value && guestIdPattern.test(value) ? value : null
}
