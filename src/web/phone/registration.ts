import { shopSettings } from '../api/shop-config.ts'

const workerPath = '/worker.js'

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(text: string): string }
}

/** Whether this browser is to have the worker of the shop: never that of LINE. */
export function takesWorker(): boolean {
  return (
    shopSettings.on_phones === true &&
    // The server of the development has none.
    import.meta.env.MODE !== 'development' &&
    'serviceWorker' in navigator &&
    !isInLine()
  )
}

export function isInLine(): boolean {
  return /\bLine\//.test(navigator.userAgent)
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

/** The one address that our Trusted Types policy lets through. */
function workerAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  const policy = trustedTypes?.createPolicy('shop-worker', { createScriptURL: () => workerPath })
  return policy?.createScriptURL('') ?? workerPath
}
