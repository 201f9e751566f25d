import { randomBytes } from 'node:crypto'
import {
  type LineSignInFault,
  type LineSignInPurpose,
  lineSignInPurposes,
} from '#contract/line-sign-in.ts'
import { consumeOfNetwork } from '../../limits/network-limit.ts'
import { createLoginSecrets } from '../../line/line-login.ts'
import type { Provider } from '../provider/provider.ts'
import {
  findLineSignIn,
  insertLineSignIn,
  type LineSignIn,
  saveReturned,
  takeReturn,
} from './line-sign-ins.queries.ts'

/** The place that tokens of LINE are sealed for. */
export const lineTokenOwner = 'member_identities.sealed_token'

/** How a way through LINE goes on: at LINE, or on a page of the shop. */
export type LineStep =
  | { type: 'leave'; to: string; browser: string }
  | { type: 'returned'; code: string; purpose: LineSignInPurpose; next: string }
  | {
      type: 'fault'
      fault: LineSignInFault
      purpose: LineSignInPurpose
      next: string
      /** For the log: what LINE has said. */
      reason?: string
    }

/** From where a browser comes. */
export interface Browser {
  ip: string
  /** The value of the cookie that tells this browser from others. */
  browser: string | undefined
  /** Where LINE leads back to. */
  redirectUri: string
}

/** Undefined while sign-in by LINE is off. */
export async function startLine(
  { db, line, limits, lineFriends }: Provider,
  asked: { next?: string | undefined; for?: string | undefined; again?: string | undefined },
  from: Browser,
): Promise<LineStep | undefined> {
  const login = line()
  if (!login) return undefined
  const way = { purpose: purposeOf(asked.for), next: ownPath(asked.next) }
  const counted = await consumeOfNetwork(db, { network: limits.attemptsByNetwork }, from.ip)
  if (!counted.isAllowed) return { type: 'fault', fault: 'too_many', ...way }
  const secrets = createLoginSecrets()
  // Two tabs of a browser may be on their way at a time.
  const browser = from.browser ?? randomBytes(32).toString('base64url')
  await insertLineSignIn(db, secrets, { browser, ...way })
  const to = login.authorizeUrl(secrets, {
    redirectUri: from.redirectUri,
    withoutAutoLogin: asked.again === '1',
    asksAgain: way.purpose === 'confirm',
    offersFriendship: lineFriends?.isOffered() ?? false,
  })
  return { type: 'leave', to, browser }
}

/** Undefined while sign-in by LINE is off. */
export async function comeBackFromLine(
  { db, line, lineFriends, secretBox }: Provider,
  back: { code?: string | undefined; state?: string | undefined; error?: string | undefined },
  from: Browser,
): Promise<LineStep | undefined> {
  const login = line()
  if (!login) return undefined
  const { code, state = '' } = back
  const known = await findLineSignIn(db, state)
  const fault = (what: LineSignInFault) => ({
    type: 'fault' as const,
    fault: what,
    ...wayOf(known),
  })
  if (!known) return fault('expired')
  // It stays usable: the browser that began may still come back.
  const { browser } = from
  if (browser === undefined) return fault('other_browser')
  const taken = await takeReturn(db, { state, browser })
  if (!taken) {
    const isOver = known.returnedAt !== null || known.expiresAt.getTime() <= Date.now()
    return fault(isOver ? 'expired' : 'other_browser')
  }
  if (back.error !== undefined) {
    if (back.error === 'access_denied') return fault('refused')
    return { ...fault('failed'), reason: back.error }
  }
  if (code === undefined) return fault('failed')
  const secrets = { state, nonce: taken.nonce, codeVerifier: taken.codeVerifier }
  const exchanged = await login.exchange(code, secrets, from.redirectUri)
  if (exchanged.type !== 'person') {
    return { ...fault('failed'), reason: 'reason' in exchanged ? exchanged.reason : exchanged.type }
  }
  const { person, accessToken } = exchanged
  if (lineFriends?.isOffered()) {
    const friendship = await login.isFriend(accessToken)
    const { subject } = person
    if (friendship.type === 'friendship') {
      await lineFriends.keep({ subject, isFriend: friendship.isFriend })
    }
  }
  const sealedToken = secretBox.seal(Buffer.from(accessToken), lineTokenOwner)
  const own = await saveReturned(db, taken.stateHash, { ...person, sealedToken })
  return { type: 'returned', code: own, ...wayOf(taken) }
}

function wayOf(row: LineSignIn | undefined): { purpose: LineSignInPurpose; next: string } {
  return { purpose: row?.purpose ?? 'sign_in', next: row?.next ?? '' }
}

function purposeOf(text: string | undefined): LineSignInPurpose {
  return lineSignInPurposes.find((purpose) => purpose === text) ?? 'sign_in'
}

/** A path of the shop; empty for anything that a browser could read as another site. */
function ownPath(text = ''): string {
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text) ? text : ''
}
