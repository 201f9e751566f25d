import { hasStoredMember } from '../members/stored-member.ts'
import type { LiffClient } from '../shared/liff-client.ts'
import { linkedPath } from './arrival.ts'
import { startSdk } from './liff-sdk.ts'

/** As long as the window inside LINE is open: a member who has signed out stays so. */
const triedKey = 'liffSignIn'

/** Starts the SDK, and signs in the member who has agreed to it; undefined where LINE does not answer. */
export async function openInLine(liffId: string): Promise<LiffClient | undefined> {
  try {
    const client = await startSdk(liffId)
    void signInKnown(client)
    return client
  } catch (error) {
    reportError(error)
    // The page that was asked for is shown all the same.
    if (new URLSearchParams(location.search).has('liff.state')) {
      location.replace(linkedPath(location.search, location.origin))
    }
    return undefined
  }
}

/** A member who has tied LINE to an account. Others sign up by a press, beside what they agree to. */
async function signInKnown(client: LiffClient): Promise<void> {
  const idToken = client.idToken()
  if (idToken === undefined || hasStoredMember() || sessionStorage.getItem(triedKey)) return
  sessionStorage.setItem(triedKey, '1')
  const { loadIdentity } = await import('../members/session.ts')
  // No member of ours, or one who may not come in: the shop is open to guests.
  await (await loadIdentity()).signInKnownByLine(idToken).catch(() => undefined)
}
