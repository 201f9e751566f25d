import { hasPermission, type Permission, type Role } from '#contract/permissions.ts'
import { ShopError } from './shop-error.ts'

/** Where the call of an administrator came from. */
export interface CallOrigin {
  requestId: string
  /** An IPv4 address, or a /48 of IPv6. */
  network: string
  /** The browser's own description. */
  device: string
}

export interface AdminActor {
  kind: 'admin'
  id: string
  name: string
  /** Null: an API key, which has `permissions` in the place of a role. */
  role: Role | null
  permissions?: readonly Permission[]
  origin: CallOrigin
  /** The run over many that makes the change; its mails wait until it cannot be undone any more. */
  runId?: string
}

/** The actor of a change, as it is recorded. */
export type Actor =
  | AdminActor
  | { kind: 'shopper'; owner: string }
  /** `npm run admin` */
  | { kind: 'command'; name: string }
  /** The shop by itself: a job. */
  | { kind: 'system' }

/** Whose change the audit log records. */
export type StaffActor = Extract<Actor, { kind: 'admin' | 'command' }>

/** The actor in one text: the owner of a cart as it is, an administrator as `a:` and the id. */
export function actorKey(actor: Actor): string {
  switch (actor.kind) {
    case 'admin':
      return `a:${actor.id}`
    case 'shopper':
      return actor.owner
    default:
      return `s:${actor.kind}`
  }
}

export function staffActor(actor: Actor): StaffActor {
  if (actor.kind === 'admin' || actor.kind === 'command') return actor
  throw new Error(`the actor is no member of the staff but ${actor.kind}`)
}

/** `npm run admin`, and the first administrator of a new shop. */
export const commandLine = { kind: 'command', name: '系統管理指令' } as const satisfies StaffActor

/** The start of a shop that loads the demo. */
export const demoActor = { kind: 'command', name: '示範資料' } as const satisfies StaffActor

/** The run over many that a change is a part of. */
export function runOf(actor: Actor): string | undefined {
  return actor.kind === 'admin' ? actor.runId : undefined
}

/** A command of `npm run admin` may do everything, an API key what it names. */
export function mayDo(actor: Actor, permission: Permission): boolean {
  if (actor.kind === 'admin') {
    const { role, permissions = [] } = actor
    return role === null ? permissions.includes(permission) : hasPermission(role, permission)
  }
  return actor.kind === 'command'
}

/** The actor of a key's calls; its name stands in the records as it is now. */
export function keyActor(
  key: { id: string; name: string; permissions: readonly Permission[] },
  origin: CallOrigin,
): AdminActor {
  const { id, name, permissions } = key
  return {
    kind: 'admin',
    id: `key:${id}`,
    name: `API 金鑰「${name}」`,
    role: null,
    permissions,
    origin,
  }
}

/** An account of the staff: throws API_KEY_REFUSED for a key, and PERMISSION_DENIED for a command. */
export function accountOf(actor: StaffActor): AdminActor {
  if (actor.kind !== 'admin') throw new ShopError('PERMISSION_DENIED')
  if (actor.role === null) throw new ShopError('API_KEY_REFUSED')
  return actor
}

/** For what an endpoint asks beside its own permission; throws PERMISSION_DENIED. */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (!mayDo(actor, permission)) throw new ShopError('PERMISSION_DENIED')
}
