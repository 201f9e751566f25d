import { isLoopback } from '../../addresses.ts'
import { channels } from '../channels.ts'
import type { LineSwitches } from '../switches.ts'

/** A request to sign somebody in, by the address of the page. */
export interface AuthorizeRequest {
  redirectUri: string
  state: string
  scopes: string[]
  nonce?: string
  challenge?: string
  /** The page offers to add the official account. */
  botPrompt?: string
}

export type AuthorizeReading =
  /** A page of LINE: the browser cannot be sent back. */
  | { type: 'page'; faults: string[] }
  /** The browser goes back with an error. */
  | { type: 'back'; redirectUri: string; state: string; error: string; description: string }
  | { type: 'request'; request: AuthorizeRequest }

const knownScopes = ['profile', 'openid', 'email']

export function readAuthorizeRequest(
  query: URLSearchParams,
  { callbackUrl }: Pick<LineSwitches, 'callbackUrl'>,
): AuthorizeReading {
  const text = (name: string) => query.get(name) ?? ''
  const redirectUri = text('redirect_uri')
  const state = text('state')
  const faults: string[] = []
  if (text('client_id') !== channels.login.id) faults.push('client_id：查無此頻道')
  if (!isRegistered(redirectUri, callbackUrl))
    faults.push('redirect_uri：不是已登記的 Callback URL')
  if (state === '') faults.push('state：缺少此參數')
  if (faults.length > 0) return { type: 'page', faults }
  const back = (error: string, description: string): AuthorizeReading => ({
    type: 'back',
    redirectUri,
    state,
    error,
    description,
  })
  if (text('response_type') !== 'code') {
    return back('unsupported_response_type', 'response_type must be code')
  }
  const scopes = text('scope').split(' ').filter(Boolean)
  const isKnown = scopes.length > 0 && scopes.every((scope) => knownScopes.includes(scope))
  if (!isKnown || (scopes.includes('email') && !scopes.includes('openid'))) {
    return back('invalid_scope', 'scope is invalid')
  }
  const challenge = query.get('code_challenge') ?? undefined
  const isS256 = text('code_challenge_method') === 'S256' && /^[\w-]{43,128}$/.test(challenge ?? '')
  if (challenge !== undefined ? !isS256 : query.has('code_challenge_method')) {
    return back('invalid_request', 'code_challenge is invalid')
  }
  const botPrompt = query.get('bot_prompt') ?? undefined
  if (botPrompt !== undefined && !['normal', 'aggressive'].includes(botPrompt)) {
    return back('invalid_request', 'bot_prompt is invalid')
  }
  const nonce = query.get('nonce') ?? undefined
  return {
    type: 'request',
    request: {
      redirectUri,
      state,
      scopes,
      ...(nonce !== undefined && { nonce }),
      ...(challenge !== undefined && { challenge }),
      ...(botPrompt !== undefined && { botPrompt }),
    },
  }
}

function isRegistered(redirectUri: string, callbackUrl: string): boolean {
  if (!URL.canParse(redirectUri)) return false
  const { protocol, hostname, hash } = new URL(redirectUri)
  if (!/^https?:$/.test(protocol) || hash !== '') return false
  return callbackUrl === '' ? isLoopback(hostname) : redirectUri === callbackUrl
}

/** The address of the shop with these parameters beside its own. */
export function withQuery(address: string, fields: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}
