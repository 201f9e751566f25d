import { decodeJwt, importJWK, type JWK, SignJWT } from 'jose'
import type { RaceHarness } from './race-harness.ts'
import { times } from './scenario.ts'
import type { Shopper } from './shopper.ts'

/**
 * So many members with verified mailboxes, without the seconds that hashing their passwords would
 * take: rows beside that of one who has signed up, and tokens signed by the shop's own key.
 */
export async function createMembers(
  harness: RaceHarness,
  tag: string,
  count: number,
): Promise<Shopper[]> {
  const { token, uid } = await harness.member(0)
  const [key] = await harness.query<{ kid: string; private_jwk: JWK }>(
    'select kid, private_jwk from signing_keys order by created_at desc limit 1',
  )
  if (!key) throw new Error('the shop has no signing key')
  const privateKey = await importJWK(key.private_jwk, 'RS256')
  const { sid: _, ...claims } = decodeJwt(token)
  const uids = times(count, (number) => `race${tag}n${number}`.padEnd(28, 'x'))
  await harness.query(
    `insert into members (uid, email, email_key, password_hash, email_verified)
     select made.uid, made.uid || '@example.com', made.uid || '@example.com',
       known.password_hash, true
     from members as known, unnest($1::text[]) as made (uid) where known.uid = $2`,
    [uids, uid],
  )
  return Promise.all(
    uids.map(async (made) => {
      const own = { ...claims, sub: made, user_id: made, session_version: 0 }
      const signed = await new SignJWT(own)
        .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'JWT' })
        .sign(privateKey)
      return { by: { Authorization: signed }, owner: `m:${made}` }
    }),
  )
}
