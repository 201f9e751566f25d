import { channels } from '../channels.ts'
import type { Line } from '../line.ts'
import { issueIdToken } from '../login/id-token.ts'
import type { Person } from '../people.ts'

const scopes = ['openid', 'profile', 'email']

/** The facts that LINE tells a page about its window; its SDK looks at no signature. */
export function contextToken(line: Line, person: Person | undefined): string {
  const payload = {
    type: person ? 'utou' : 'external',
    viewType: 'full',
    endpointUrl: line.switches.liffEndpoint,
    permanentLinkPattern: 'concat',
    liffId: channels.liff.id,
    scope: scopes,
    ...(person && { userId: person.id }),
    availability: {
      shareTargetPicker: { permission: line.switches.sharesInLiff, minVer: '10.3.0' },
      multipleLiffTransition: { permission: false, minVer: '10.18.0' },
    },
  }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part(payload)}.`
}

/** The fragment with which LINE opens the endpoint for a person who has agreed. */
export function credentialsOf(line: Line, person: Person): URLSearchParams {
  const grant = {
    personId: person.id,
    scopes,
    redirectUri: line.switches.liffEndpoint,
    authorisedAt: line.clock.now(),
  }
  return new URLSearchParams({
    access_token: line.login.issueToken(grant).token,
    context_token: contextToken(line, person),
    feature_token: 'try-out-feature',
    id_token: issueIdToken(line, person, grant, 'ES256'),
    client_id: channels.login.id,
  })
}
