import { once } from 'node:events'
import { createServer } from 'node:net'
import { threadId } from 'node:worker_threads'

/**
 * Below those that the kernel gives to outgoing connections, one of which would take the port of a
 * server that is killed and started again. Each thread has some of its own.
 */
const first = 11_000
const ofThread = 64
const threads = 330
const own = first + ((process.pid * 31 + threadId) % threads) * ofThread

let asked = 0

/** A port of the loopback on which nothing listens, and that no other call is given soon. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = own + (asked++ % ofThread)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (isListening) {
    probe.close()
    await once(probe, 'close')
  }
  return isListening
}
