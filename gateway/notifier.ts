import type { Account } from './account.ts'
import { isLoopback } from './addresses.ts'
import type { Books } from './books.ts'
import type { Clock } from './clock.ts'
import type { Notice, NoticeKind, Variant } from './notice.ts'
import { noticeBody, noticeFields } from './notice-fields.ts'
import type { Settings } from './settings.ts'
import { addMs, dayMs, minuteMs } from './taipei-time.ts'
import type { Trade } from './trade.ts'

/** Four times a day, counted from the first delivery; then again on the next two days. */
const retryMinutes = [5, 15, 30, 45]
const retryDays = 3
const answerWithinMs = 10_000
const shownCharacters = 200

/** Reports to the shop's server what happened: callbacks, with retries until it answers `1|OK`. */
export interface Notifier {
  /** Queues a callback, and sends it unless the trade or the gateway holds callbacks back. */
  notify(trade: Trade, kind: NoticeKind): void
  /** Sends a callback now, whatever was sent before. */
  send(trade: Trade, notice: Notice, variant: Variant): Promise<void>
  /** Goes on with the callbacks that nobody had acknowledged when the gateway ended. */
  resume(trade: Trade): void
  /** Waits until no callback is on its way. */
  idle(): Promise<void>
  close(): Promise<void>
}

interface NotifierDeps {
  account: Account
  clock: Clock
  settings: Settings
  books: Books
}

export function createNotifier({ account, clock, settings, books }: NotifierDeps): Notifier {
  const onTheirWay = new Set<Promise<void>>()
  const closing = new AbortController()
  let count = Math.max(0, ...books.trades.flatMap(({ notices }) => notices.map(({ id }) => id)))

  async function deliver(trade: Trade, notice: Notice, variant: Variant): Promise<void> {
    const at = clock.now()
    const body = noticeBody(notice, variant, account)
    const { status, isText, answer } = await post(notice.url, body, closing.signal)
    notice.deliveries.push({ at, variant, status, answer: answer.slice(0, shownCharacters) })
    notice.isAcknowledged ||= status === 200 && isText && answer === '1|OK'
    books.keep(trade)
  }

  function send(trade: Trade, notice: Notice, variant: Variant): Promise<void> {
    const sending = deliver(trade, notice, variant).finally(() => onTheirWay.delete(sending))
    onTheirWay.add(sending)
    return sending
  }

  async function sendUntilAcknowledged(trade: Trade, notice: Notice): Promise<void> {
    notice.isStarted = true
    await send(trade, notice, 'normal')
    const days = Math.floor(notice.retries / retryMinutes.length)
    notice.isGivenUp = days >= retryDays
    if (notice.isAcknowledged || notice.isGivenUp) return
    const minutes = retryMinutes[notice.retries % retryMinutes.length] ?? 0
    const firstAt = notice.deliveries[0]?.at ?? notice.createdAt
    notice.retries++
    clock.schedule(addMs(firstAt, days * dayMs + minutes * minuteMs), async () => {
      if (!notice.isAcknowledged) await sendUntilAcknowledged(trade, notice)
    })
  }

  return {
    notify(trade, kind) {
      const url = kind === 'number' ? trade.form.PaymentInfoURL : trade.form.ReturnURL
      if (!url) return
      const createdAt = clock.now()
      const fields = noticeFields(trade, kind, createdAt, account)
      const notice: Notice = {
        id: ++count,
        kind,
        url,
        createdAt,
        fields,
        deliveries: [],
        isStarted: false,
        isAcknowledged: false,
        isGivenUp: false,
        retries: 0,
      }
      trade.notices.push(notice)
      if (!trade.holdsNotices && !settings.holdsNotices) void sendUntilAcknowledged(trade, notice)
    },
    send: (trade, notice, variant) =>
      variant === 'normal' && !notice.isStarted
        ? sendUntilAcknowledged(trade, notice)
        : send(trade, notice, variant),
    resume(trade) {
      for (const notice of trade.notices) {
        const isOpen = notice.isStarted && !notice.isAcknowledged && !notice.isGivenUp
        if (isOpen) void sendUntilAcknowledged(trade, notice)
      }
    },
    async idle() {
      while (onTheirWay.size > 0) await Promise.all(onTheirWay)
    },
    async close() {
      closing.abort()
      await this.idle()
    },
  }
}

async function post(
  url: string,
  body: string,
  closing: AbortSignal,
): Promise<{ status: number; isText: boolean; answer: string }> {
  const failed = { status: 0, isText: false }
  // A page of any site can post a form to the gateway; it must not reach other machines through it.
  if (!isLoopback(new URL(url).hostname)) return { ...failed, answer: '測試金流只通知本機的網址' }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(answerWithinMs)]),
    })
    const isText = response.headers.get('content-type')?.startsWith('text/plain') ?? false
    return { status: response.status, isText, answer: await response.text() }
  } catch (error) {
    return { ...failed, answer: error instanceof Error ? reasonOf(error) : String(error) }
  }
}

function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
