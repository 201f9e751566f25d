import { shopSettings } from '../api/shop-config.ts'
import { findInAppBrowser } from '../shared/in-app-browser.ts'

const workerPath = '/worker.js'

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(text: string): string }
}

/** Whether this browser is to have the worker of the shop: never that of LINE or another application. */
export function takesWorker(): boolean {
  return (
    shopSettings.on_phones === true &&
    // The server of the development has none.
    import.meta.env.MODE !== 'development' &&
    'serviceWorker' in navigator &&
    findInAppBrowser(navigator.userAgent) === undefined
  )
}

let registering: Promise<ServiceWorkerRegistration> | undefined

/** Rejects where the browser forbids workers. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  registering ??= navigator.serviceWorker
    .register(workerAddress(), { updateViaCache: 'none' })
    .catch((error: unknown) => {
      registering = undefined
      throw error
    })
  return registering
}

let address: string | undefined

/** The one address that our Trusted Types policy lets through; the policy can be created once. */
function workerAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  address ??=
    trustedTypes
      ?.createPolicy('shop-worker', { createScriptURL: () => workerPath })
      .createScriptURL('') ?? workerPath
  return address
}
