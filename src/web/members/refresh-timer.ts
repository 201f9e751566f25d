/** A token counts as expired this long before it is. */
const expiryLeewayMs = 30_000
const refreshLeadMs = 5 * 60_000
const firstRetryMs = 30_000
const longestRetryMs = 16 * 60_000
/** However short a token lives, or wrong a clock is, refreshes never come closer than this. */
const leastGapMs = 30_000

export function countsAsExpired(expiresAt: number): boolean {
  return Date.now() > expiresAt - expiryLeewayMs
}

export interface RefreshTimer {
  /** Schedules the refresh of a token that expires at `expiresAt`. */
  follow(expiresAt: number): void
  stop(): void
}

interface RefreshChoices {
  /** Fetches a new token and returns its expiry. */
  refresh(): Promise<number>
  /** Whether a retry may succeed. */
  isTransient(error: unknown): boolean
}

/**
 * The SDK refreshes only when a caller reads the token, so an idle page would hold an expired one.
 * Timers stand still while a laptop sleeps: the return of the page or of the network looks at the
 * clock again.
 */
export function createRefreshTimer({ refresh, isTransient }: RefreshChoices): RefreshTimer {
  let dueAt: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isRunning = false
  let lastRefreshAt = Number.NEGATIVE_INFINITY

  function plan(at: number): void {
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(run, Math.max(0, at - Date.now()))
  }

  async function run(): Promise<void> {
    if (isRunning || dueAt === undefined) return
    clearTimeout(timer)
    isRunning = true
    lastRefreshAt = Date.now()
    const planned = dueAt
    try {
      const expiresAt = await refresh()
      if (dueAt !== undefined) follow(expiresAt)
    } catch (error) {
      // Stopped, or given a newer token by another tab, while the request was under way.
      if (dueAt !== planned) return
      if (!isTransient(error)) return stop()
      const wait = Math.min(firstRetryMs * 2 ** failures, longestRetryMs)
      failures += 1
      plan(Date.now() + wait)
    } finally {
      isRunning = false
    }
  }

  function onVisible(): void {
    if (document.visibilityState === 'visible' && dueAt !== undefined && Date.now() >= dueAt) {
      void run()
    }
  }

  function onOnline(): void {
    if (failures > 0) {
      failures = 0
      void run()
    } else onVisible()
  }

  function follow(expiresAt: number): void {
    failures = 0
    plan(Math.max(expiresAt - refreshLeadMs, lastRefreshAt + leastGapMs))
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('online', onOnline)
  }

  function stop(): void {
    clearTimeout(timer)
    dueAt = undefined
    failures = 0
    document.removeEventListener('visibilitychange', onVisible)
    removeEventListener('online', onOnline)
  }

  return { follow, stop }
}
