import { endpoint } from './endpoint.ts'
import { inLanguage } from './language.ts'
import type * as schema from './line-sign-in.schema.ts'
import { isEnglish } from './translate.ts'

/** The name of LINE in the dialect of the identity provider. */
export const lineProviderId = 'oidc.line'

/** To sign in or up; to tie it to the account that is signed in; to show once more who that is. */
export const lineSignInPurposes = ['sign_in', 'link', 'confirm'] as const
export type LineSignInPurpose = (typeof lineSignInPurposes)[number]

/** Why a way through LINE has ended without a code. */
export const lineSignInFaults = [
  /** The person has said no. */
  'refused',
  /** It took too long, or the answer was used before. */
  'expired',
  /** LINE came back in another browser than the one that began. */
  'other_browser',
  /** LINE cannot be reached, or its answer is not believed. */
  'failed',
  'too_many',
] as const
export type LineSignInFault = (typeof lineSignInFaults)[number]

/** Browsers go to these; both answer by a redirect. */
export const lineSignInApi = {
  start: endpoint<typeof schema.start>({
    method: 'GET',
    path: '/v2/identity/line/start',
    caller: 'anyone',
    summary: 'Lead a browser to LINE, to come back to `next`',
  }),
  comeBack: endpoint<typeof schema.comeBack>({
    method: 'GET',
    path: '/v2/identity/line/callback',
    caller: 'anyone',
    summary:
      'The browser comes back from LINE; a page exchanges the code for a session by `accounts:signInWithIdp`',
  }),
}

/** Where a browser begins; not an address of the router. */
export function lineStartAddress(way: {
  purpose: LineSignInPurpose
  next?: string | undefined
  isAgain?: boolean
}): string {
  // LINE gives it back, and with it the language.
  const next = isEnglish() ? inLanguage('en', way.next ?? '/main/member') : way.next
  const query = [
    ...(way.purpose === 'sign_in' ? [] : [`for=${way.purpose}`]),
    ...(next === undefined ? [] : [`next=${encodeURIComponent(next)}`]),
    ...(way.isAgain ? ['again=1'] : []),
  ]
  return [lineSignInApi.start.path, ...(query.length > 0 ? [query.join('&')] : [])].join('?')
}
