import { pushApi } from '#contract/push.ts'
import { call } from '../api/call.ts'
import { memberSession } from '../api/member-session.ts'
import { findInAppBrowser } from '../shared/in-app-browser.ts'
import { registerWorker, takesWorker } from './registration.ts'

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
  if (findInAppBrowser(navigator.userAgent) === 'line') return 'in_line'
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
  await subscribe(key)
  return 'on'
}

/** `key` is the public one of the shop. */
async function subscribe(key: string): Promise<void> {
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
}

function keyOf({ options: { applicationServerKey } }: PushSubscription): string {
  const bytes = new Uint8Array(applicationServerKey ?? new ArrayBuffer())
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Gives the key of the shop, where it tells it. */
async function tellShop(subscription: PushSubscription): Promise<string | undefined> {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  const data = { endpoint: endpoint ?? '', p256dh, auth }
  return (await call(pushApi.subscribe, { data })).public_key
}

/** The member is here again: the shop goes on telling this browser, in the session of now. */
export async function keepPush(): Promise<void> {
  const subscription = await ownSubscription()
  if (!subscription) return
  const key = await tellShop(subscription)
  const tied = keyOf(subscription)
  // The shop has another key by now: one that is tied to the last one gets nothing.
  if (key === undefined || tied === '' || tied === key) return
  await stopPush(memberSession().token ?? undefined)
  await subscribe(key)
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

/** At the end of a session: no message comes here or is shown any more, and no page that was looked at is left. */
export async function leaveThisBrowser(token?: string): Promise<void> {
  if (!takesWorker()) return
  await Promise.allSettled([stopPush(token), closeMessages()])
  const names = await caches.keys()
  const pages = names.filter((name) => name.startsWith('pages '))
  await Promise.all(pages.map((name) => caches.delete(name)))
}

async function closeMessages(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  for (const message of (await registration?.getNotifications()) ?? []) message.close()
}

async function ownSubscription(): Promise<PushSubscription | null> {
  if (!takesWorker() || !('PushManager' in window)) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}
