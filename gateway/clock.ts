import { minuteMs } from './taipei-time.ts'

interface Task {
  at: Date
  run(): void | Promise<void>
}

/** The gateway's clock. It runs like a real one and can be moved forward. */
export interface Clock {
  now(): Date
  schedule(at: Date, run: Task['run']): void
  /** Moves forward, and runs what is due on the way, each task at its own time. */
  moveTo(at: Date): Promise<void>
  close(): void
}

export function createClock(start = new Date()): Clock {
  let offsetMs = start.getTime() - Date.now()
  let tasks: Task[] = []
  const now = () => new Date(Date.now() + offsetMs)

  async function runDue(until: Date): Promise<void> {
    for (;;) {
      const next = tasks.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0]
      if (!next || next.at > until) return
      tasks = tasks.filter((task) => task !== next)
      setTo(next.at)
      await next.run()
    }
  }

  function setTo(at: Date): void {
    if (at > now()) offsetMs = at.getTime() - Date.now()
  }

  const timer = setInterval(() => void runDue(now()), minuteMs / 60)
  timer.unref()

  return {
    now,
    schedule(at, run) {
      tasks.push({ at, run })
    },
    async moveTo(at) {
      await runDue(at)
      setTo(at)
    },
    close() {
      clearInterval(timer)
      tasks = []
    },
  }
}
