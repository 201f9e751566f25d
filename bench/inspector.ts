import { setTimeout as delay } from 'node:timers/promises'

/** The parts of a profile of V8 that are read here. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
}

/** Profiles a process that was started with `--inspect=127.0.0.1:<port>` while `work` runs. */
export async function profileDuring(port: number, work: () => Promise<void>): Promise<CpuProfile> {
  const socket = new WebSocket(await debuggerUrl(port))
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  let lastId = 0
  const waiting = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown }
    waiting.get(id)?.(result)
  })
  const ask = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve) => {
      waiting.set(++lastId, resolve)
      socket.send(JSON.stringify({ id: lastId, method, params }))
    })
  await ask('Profiler.enable')
  await ask('Profiler.setSamplingInterval', { interval: 200 })
  await ask('Profiler.start')
  await work()
  const { profile } = (await ask('Profiler.stop')) as { profile: CpuProfile }
  socket.close()
  return profile
}

async function debuggerUrl(port: number): Promise<string> {
  for (let attempt = 0; attempt < 40; attempt++) {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined)
    const [target] = ((await response?.json()) ?? []) as { webSocketDebuggerUrl?: string }[]
    if (target?.webSocketDebuggerUrl) return target.webSocketDebuggerUrl
    await delay(50)
  }
  throw new Error(`nothing can be inspected on port ${port}`)
}
