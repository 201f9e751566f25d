import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below those that the kernel gives to outgoing connections, one of which would take the port of a
 * server that is killed and started again. Each process has some of its own.
 */
const first = 11_000
const ofProcess = 64
const processes = 330
const own = first + (process.pid % processes) * ofProcess

let asked = 0

/** A port of the loopback on which nothing listens, and that no other call is given soon. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = own + (asked++ % ofProcess)
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
