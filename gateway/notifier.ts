import { isLoopback } from './addresses.ts'
import type { Books } from './books.ts'
import type { Clock } from './clock.ts'
import { type Notice, retryMinutesOf, type Variant } from './notice.ts'
import { noticeBody } from './notice-fields.ts'
import type { Settings } from './settings.ts'
import type { Subject } from './subject.ts'
import { addMs, dayMs, minuteMs } from './taipei-time.ts'

/** It is sent again on the day of the first delivery and on the next two. */
const retryDays = 3
const answerWithinMs = 60_000
const shownCharacters = 200

/** Reports to the shop's server what happened: callbacks, with retries until it answers `1|OK`. */
export interface Notifier {
  /** Queues a callback, and sends it unless its subject or the gateway holds callbacks back. */
  notify(subject: Subject, callback: Callback): void
  /** Sends a callback now, whatever was sent before. */
  send(subject: Subject, notice: Notice, variant: Variant): Promise<void>
  /** Goes on with the callbacks that nobody had acknowledged when the gateway ended. */
  resume(subject: Subject): void
  /** Waits until no callback is on its way. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Unsigned fields of a callback, and its address, if the shop named one. */
type Callback = Pick<Notice, 'kind' | 'fields'> & { url: string | undefined }

interface NotifierDeps {
  clock: Clock
  settings: Settings
  books: Books
}

export function createNotifier({ clock, settings, books }: NotifierDeps): Notifier {
  const onTheirWay = new Set<Promise<void>>()
  const closing = new AbortController()
  let count = Math.max(0, ...noticesOf(books).map(({ id }) => id))

  async function deliver(subject: Subject, notice: Notice, variant: Variant): Promise<void> {
    const at = clock.now()
    const body = noticeBody(notice, variant)
    const { status, isText, answer } = await post(notice.url, body, closing.signal)
    notice.deliveries.push({ at, variant, status, answer: answer.slice(0, shownCharacters) })
    notice.isAcknowledged ||= status === 200 && isText && answer === '1|OK'
    books.keep(subject)
  }

  function send(subject: Subject, notice: Notice, variant: Variant): Promise<void> {
    const sending = deliver(subject, notice, variant).finally(() => onTheirWay.delete(sending))
    onTheirWay.add(sending)
    return sending
  }

  async function sendUntilAcknowledged(subject: Subject, notice: Notice): Promise<void> {
    notice.isStarted = true
    await send(subject, notice, 'normal')
    const retryMinutes = retryMinutesOf(notice.kind)
    const days = Math.floor(notice.retries / retryMinutes.length)
    notice.isGivenUp = days >= retryDays
    if (notice.isAcknowledged || notice.isGivenUp) return
    const minutes = retryMinutes[notice.retries % retryMinutes.length] ?? 0
    const firstAt = notice.deliveries[0]?.at ?? notice.createdAt
    notice.retries++
    clock.schedule(addMs(firstAt, days * dayMs + minutes * minuteMs), async () => {
      if (!notice.isAcknowledged) await sendUntilAcknowledged(subject, notice)
    })
  }

  return {
    notify(subject, { kind, url, fields }) {
      if (!url) return
      const notice: Notice = {
        id: ++count,
        kind,
        url,
        createdAt: clock.now(),
        fields,
        deliveries: [],
        isStarted: false,
        isAcknowledged: false,
        isGivenUp: false,
        retries: 0,
      }
      subject.notices.push(notice)
      if (!subject.holdsNotices && !settings.holdsNotices)
        void sendUntilAcknowledged(subject, notice)
    },
    send: (subject, notice, variant) =>
      variant === 'normal' && !notice.isStarted
        ? sendUntilAcknowledged(subject, notice)
        : send(subject, notice, variant),
    resume(subject) {
      for (const notice of subject.notices) {
        const isOpen = notice.isStarted && !notice.isAcknowledged && !notice.isGivenUp
        if (isOpen) void sendUntilAcknowledged(subject, notice)
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

function noticesOf({ trades, parcels, invoices }: Books): Notice[] {
  return [...trades, ...parcels, ...invoices].flatMap(({ notices }) => notices)
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
