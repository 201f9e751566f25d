import { createHash } from 'node:crypto'
import { decodeJwt, importJWK, type JWK, SignJWT } from 'jose'
import pg from 'pg'
import type { Role } from '#contract/permissions.ts'
import type { Targets } from './fuzz-case.ts'
import type { WorldCalls } from './world-calls.ts'

export const keeper = { username: 'keeper@minmin.example', password: 'open-sesame-fuzz-1' }
export const memberPassword = 'abc123'

/** Invalid tokens: expired, revoked or slightly changed ones. */
export async function createInvalidTokens(
  calls: WorldCalls,
  databaseUrl: string,
  { tag, tokenA }: { tag: string; tokenA: string },
): Promise<Targets> {
  const ended = await calls.provider('signUp', {
    email: `ended-${tag}@example.com`,
    password: memberPassword,
    returnSecureToken: true,
  })
  await calls.provider('update', { idToken: ended.idToken, password: 'abc1234' })
  const signedOut = await signInAdmin(calls)
  await calls.call('POST', '//v2/logout', { token: signedOut })
  const [, payload, signature] = tokenA.split('.')
  const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  return {
    tokenEnded: [ended.idToken],
    tokenSignedOut: [signedOut],
    tokenForged: [`${tokenA.slice(0, -12)}AAAAAAAAAAAA`],
    tokenUnsigned: [`${unsigned}.${payload}.`, `${unsigned}.${payload}.${signature}`],
    ...(await expiredTokens(databaseUrl, { tokenA, tokenAdmin: await signInAdmin(calls) })),
  }
}

export async function signInAdmin(
  calls: WorldCalls,
  username: string = keeper.username,
): Promise<string> {
  const body = { ...keeper, username }
  const { token } = await calls.call('POST', '//v2/admin/signin', {}, { body })
  return String(token)
}

const otherRoles = {
  tokenManager: 'manager',
  tokenPacker: 'packer',
  tokenAccountant: 'accountant',
  tokenViewer: 'viewer',
} as const satisfies Record<string, Role>

const staffName = (role: Role, tag: string) => `${role}-${tag}@minmin.example`

/** An account of each role beside the owner's; their password is the keeper's. */
export async function createStaff(databaseUrl: string, tag: string): Promise<void> {
  await withDatabase(databaseUrl, async (client) => {
    for (const role of Object.values(otherRoles)) {
      await client.query(
        `insert into administrators (uid, username, password_hash, role)
         select gen_random_uuid(), $1, password_hash, $2 from administrators where username = $3`,
        [staffName(role, tag), role, keeper.username],
      )
    }
  })
}

/** A session of each role: sensitive calls ask for a sign-in of the last 15 minutes. */
export async function signInStaff(calls: WorldCalls, tag: string): Promise<Targets> {
  const tokens: Targets = { tokenAdmin: [await signInAdmin(calls)] }
  for (const [name, role] of Object.entries(otherRoles)) {
    tokens[name] = [await signInAdmin(calls, staffName(role, tag))]
  }
  return tokens
}

async function withDatabase<T>(
  connectionString: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Sets the times in the database back, because the test cannot wait. */
function expiredTokens(
  databaseUrl: string,
  { tokenA, tokenAdmin }: { tokenA: string; tokenAdmin: string },
): Promise<Targets> {
  return withDatabase(databaseUrl, async (client) => {
    const hash = createHash('sha256').update(tokenAdmin).digest('base64url')
    await client.query(
      `update admin_sessions set expires_at = now() - interval '1 second' where token_hash = $1`,
      [hash],
    )
    const { rows } = await client.query<{ kid: string; private_jwk: JWK }>(
      'select kid, private_jwk from signing_keys order by created_at desc limit 1',
    )
    const [key] = rows
    if (!key) throw new Error('the shop has no signing key')
    const claims = decodeJwt(tokenA)
    const expired = await new SignJWT({
      ...claims,
      iat: (claims.iat ?? 0) - 7_200,
      exp: (claims.exp ?? 0) - 7_200,
    })
      .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'JWT' })
      .sign(await importJWK(key.private_jwk, 'RS256'))
    return { tokenExpired: [expired], tokenExpiredAdmin: [tokenAdmin] }
  })
}
