import { signIn } from '../../src/server/testing/test-administrator.ts'
import type { Visitor } from '../../src/server/testing/test-shop.ts'
import { follow } from './follow.ts'
import { memberPassword, type Reply, type YearWorld } from './world.ts'

let calls = 0

/** A call that the shop may refuse: undefined then, and its words are counted. A fault is thrown. */
export async function attempt(
  world: YearWorld,
  who: Visitor,
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  data?: unknown,
): Promise<Reply | undefined> {
  await keepSignedIn(world, who)
  const headers = { 'idempotency-key': `year-${++calls}` }
  const { status, body } =
    method === 'post' ? await who.post(path, data, headers) : await who[method](path, data)
  world.acts.add(
    world.shop.clock.now().toISOString(),
    nameOf(world, who),
    method,
    path,
    data,
    status,
  )
  if (method !== 'get') await follow(world)
  if (status === 200) return body
  const words = `${path.replaceAll(/-[\w-]{10,}|\d{3,}/g, '*')} ${JSON.stringify(body?.message ?? body)}`
  if (status >= 500 || status === 401) throw new Error(`${status} ${words}`)
  world.refusals.set(words, (world.refusals.get(words) ?? 0) + 1)
  return undefined
}

/** A call that has to be accepted. */
export async function insist(
  world: YearWorld,
  who: Visitor,
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  data?: unknown,
): Promise<Reply> {
  const before = new Map(world.refusals)
  const body = await attempt(world, who, method, path, data)
  if (body !== undefined) return body
  const fresh = [...world.refusals].find(([words, times]) => before.get(words) !== times)
  throw new Error(`refused: ${method} ${path} ${JSON.stringify(data)}: ${fresh?.[0]}`)
}

function nameOf({ owner, members }: YearWorld, who: Visitor): string {
  if (who === owner) return 'owner'
  return members.find(({ person }) => person === who)?.email ?? 'guest'
}

/** Sessions end within hours: whoever calls after one signs in anew, as a browser does. */
async function keepSignedIn(world: YearWorld, who: Visitor): Promise<void> {
  const now = world.shop.clock.now().getTime()
  const before = signedInAt.get(who)
  if (before !== undefined && now - before < signedInMs) return
  signedInAt.set(who, now)
  const { app } = world.shop
  const member = world.members.find(({ person }) => person === who)
  if (member) {
    const payload = { email: member.email, password: memberPassword, returnSecureToken: true }
    const url = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=minmin'
    const reply = await app.inject({ method: 'POST', url, payload })
    if (reply.statusCode !== 200) throw new Error(`a member cannot sign in: ${reply.body}`)
    member.person.token = reply.json().idToken
  } else if (who === world.owner) {
    const { username, password } = world.owner
    const reply = await signIn(world.shop, { username, password })
    if (reply.statusCode !== 200) throw new Error(`the owner cannot sign in: ${reply.body}`)
    world.owner.token = reply.json().token
  }
}

const signedInAt = new WeakMap<Visitor, number>()
/** Less than a proof of the owner's password and the token of a member last. */
const signedInMs = 4 * 60_000
