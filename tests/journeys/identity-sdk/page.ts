// Runs in the browser: the pinned SDK as any shop would use it, under the reach of a test.
import { initializeApp } from 'firebase/app'
import * as sdk from 'firebase/auth'

export interface Wiring {
  by: 'configuration' | 'emulator'
  persistence: 'localStorage' | 'IndexedDB'
}

function start(wiring: Wiring): sdk.Auth {
  const auth = sdk.initializeAuth(initializeApp({ apiKey: 'minmin' }), {
    persistence:
      wiring.persistence === 'IndexedDB'
        ? sdk.indexedDBLocalPersistence
        : sdk.browserLocalPersistence,
  })
  if (wiring.by === 'emulator') {
    sdk.connectAuthEmulator(auth, location.origin, { disableWarnings: true })
  } else {
    auth.config.apiScheme = location.protocol.slice(0, -1)
    auth.config.apiHost = `${location.host}/identitytoolkit.googleapis.com`
    auth.config.tokenApiHost = `${location.host}/securetoken.googleapis.com`
  }
  return auth
}

const auth = start(JSON.parse(decodeURIComponent(location.hash.slice(1))) as Wiring)

/** The signed-in user, who must be there. */
function user(): sdk.User {
  if (!auth.currentUser) throw new Error('nobody is signed in')
  return auth.currentUser
}

/** The code of the error by which a call is refused. */
async function refusal(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'no refusal',
    (error: { code?: string }) => error.code ?? String(error),
  )
}

interface SdkPage {
  sdk: typeof sdk
  auth: sdk.Auth
  user: typeof user
  refusal: typeof refusal
}

declare global {
  interface Window {
    page: SdkPage
  }
}

window.page = { sdk, auth, user, refusal }
