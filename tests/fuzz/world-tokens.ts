import { createHash } from 'node:crypto'
import { decodeJwt, importJWK, type JWK, SignJWT } from 'jose'
import pg from 'pg'
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

export async function signInAdmin(calls: WorldCalls): Promise<string> {
  const { token } = await calls.call('POST', '//v2/admin/signin', {}, { body: keeper })
  return String(token)
}

/** Sets the times in the database back, because the test cannot wait. */
async function expiredTokens(
  databaseUrl: string,
  { tokenA, tokenAdmin }: { tokenA: string; tokenAdmin: string },
): Promise<Targets> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
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
  } finally {
    await client.end()
  }
}
