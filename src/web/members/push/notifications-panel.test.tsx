import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { brand, setLook, shopSettings } from '../../api/shop-config.ts'
import { keepPush, leaveThisBrowser } from '../../phone/this-browser.ts'
import { NotificationsPanel } from './notifications-panel.tsx'

const before = { shop: shopSettings, brand }
const key = `B${'A'.repeat(86)}`
const endpoint = 'https://fcm.googleapis.com/fcm/send/1'
let subscription: { unsubscribe(): Promise<boolean>; options: object } | null
let permission: NotificationPermission
const sent: string[] = []
let shown: { close(): void }[] = []

beforeEach(() => {
  setLook({ ...before, shop: { ...before.shop, on_phones: true } })
  subscription = null
  permission = 'default'
  sent.length = 0
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async ({ applicationServerKey = '' } = {}) => {
      subscription = {
        endpoint,
        options: { applicationServerKey: bytesOf(applicationServerKey) },
        toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
        unsubscribe: async () => {
          subscription = null
          return true
        },
      } as never
      return subscription
    },
  }
  const registration = { pushManager, getNotifications: async () => shown }
  const serviceWorker = {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    requestPermission: async () => {
      permission = permission === 'default' ? 'granted' : permission
      return permission
    },
  })
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    sent.push(`${method} ${new URL(address, location.href).pathname.split('/').slice(4).join('/')}`)
    const body = { success: true, message: '', public_key: key }
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => {
  setLook(before)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer

function show() {
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <NotificationsPanel />
    </QueryClientProvider>,
  )
}
const says = (words: RegExp) => screen.findByText(words)

test('notifications are asked for by a press alone, and end by another', async () => {
  show()
  await says(/尚未開啟/)
  expect([permission, sent]).toEqual(['default', []])
  fireEvent.click(screen.getByRole('button', { name: '開啟通知' }))
  await says(/的通知已開啟/)
  expect(sent).toEqual(['GET push', 'PUT push/subscription'])
  fireEvent.click(screen.getByRole('button', { name: '關閉通知' }))
  await says(/尚未開啟/)
  expect(subscription).toBeNull()
})

test('a browser that is tied to an earlier key of the shop is tied to the one of now', async () => {
  const manager = (await navigator.serviceWorker.ready).pushManager
  await manager.subscribe({ applicationServerKey: `C${key.slice(1)}` })
  await keepPush()
  expect(subscription?.options).toEqual({ applicationServerKey: bytesOf(key) })
  const renewed = ['PUT push/subscription', 'PUT push/subscription']
  expect(sent).toEqual(renewed)
  await keepPush()
  expect(sent).toEqual([...renewed, 'PUT push/subscription'])
})

test('a sign-out ends notifications, and takes away what was shown and looked at (OPEN-06)', async () => {
  const gone: string[] = []
  shown = [{ close: () => gone.push('message') }]
  vi.stubGlobal('caches', {
    keys: async () => ['assets a', 'pages a'],
    delete: async (name: string) => gone.push(name),
  })
  await (await navigator.serviceWorker.ready).pushManager.subscribe()
  await leaveThisBrowser('token')
  expect(subscription).toBeNull()
  expect(gone).toEqual(['message', 'pages a'])
  expect(sent).toEqual(['POST push/unsubscribe'])
})

test('a browser that denies says what to do', async () => {
  permission = 'denied'
  show()
  await says(/請到瀏覽器的網站設定改為允許/)
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', /加入主畫面/],
  ['Mozilla/5.0 (X11; Linux x86_64) Some/1.0', /這個瀏覽器無法顯示通知/],
])('%s without push says why', async (userAgent, words) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  vi.stubGlobal('PushManager', undefined)
  Reflect.deleteProperty(window, 'PushManager')
  show()
  await says(words)
})

test('inside LINE another browser is named', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) Line/14.0')
  show()
  await says(/請改用 Chrome 或 Safari/)
})
