import { pushApi } from '#contract/push.ts'
import { call } from '../api/call.ts'
import { isInLine, registerWorker, takesWorker } from './registration.ts'

/** Whether this browser tells the member, or why it cannot. */
export type PushState =
  | 'on'
  | 'off'
  /** The member, or a rule of the device, has forbidden notifications of this shop. */
  | 'denied'
  /** An iPhone tells only what stands on its home screen. */
  | 'needs_home_screen'
  | 'in_line'
  | 'unsupported'

export async function readPushState(): Promise<PushState> {
  if (isInLine()) return 'in_line'
  if (!('PushManager' in window) || !('Notification' in window) || !takesWorker()) {
    return isIos() ? 'needs_home_screen' : 'unsupported'
  }
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await ownSubscription()
  return subscription && Notification.permission === 'granted' ? 'on' : 'off'
}

/** An iPad calls itself a Mac. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

/** Asks the member; gives the state that came of it. Rejects where the push service does not answer. */
export async function startPush(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState()
  const { public_key: key } = await call(pushApi.read, {})
  const registration = await registerWorker()
  await navigator.serviceWorker.ready
  const known = await registration.pushManager.getSubscription()
  // One that is tied to an earlier key of the shop would get nothing.
  if (known && keyOf(known) !== key) await known.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  try {
    await tellShop(subscription)
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  return 'on'
}

function keyOf({ options: { applicationServerKey } }: PushSubscription): string {
  const bytes = new Uint8Array(applicationServerKey ?? new ArrayBuffer())
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

async function tellShop(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await call(pushApi.subscribe, { data: { endpoint: endpoint ?? '', p256dh, auth } })
}

/** The member is here again: the shop goes on telling this browser, in the session of now. */
export async function keepPush(): Promise<void> {
  const subscription = await ownSubscription()
  if (subscription) await tellShop(subscription)
}

/** For the member who is signed in with this token; without one the push service tells the shop. */
export async function stopPush(token?: string): Promise<void> {
  const subscription = await ownSubscription()
  if (!subscription) return
  const { endpoint } = subscription
  if (token !== undefined) {
    // Not awaited: a sign-out works without network, too.
    void call(pushApi.unsubscribe, { data: { endpoint } }, { token }).catch(() => undefined)
  }
  await subscription.unsubscribe()
}

/** At the end of a session: no message comes here any more, and no page that was looked at is left. */
export async function leaveThisBrowser(token?: string): Promise<void> {
  if (!takesWorker()) return
  await stopPush(token).catch(() => undefined)
  const names = await caches.keys()
  const pages = names.filter((name) => name.startsWith('pages '))
  await Promise.all(pages.map((name) => caches.delete(name)))
}

async function ownSubscription(): Promise<PushSubscription | null> {
  if (!takesWorker() || !('PushManager' in window)) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}
