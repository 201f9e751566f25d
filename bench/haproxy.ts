import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** HAProxy with the project's configuration, in front of one or two nodes. */
export interface Proxy {
  address: string
  stop(): Promise<void>
}

export async function startProxy(port: number, nodes: readonly string[]): Promise<Proxy> {
  const [first = '', second = nobody] = nodes.map((node) => new URL(node).host)
  const child = spawn('haproxy', ['-db', '-f', join(import.meta.dirname, 'haproxy.cfg')], {
    env: {
      ...process.env,
      SHOP_PORT: String(port),
      SHOP_NODE_1: first,
      SHOP_NODE_2: second,
      SHOP_UNAVAILABLE: join(import.meta.dirname, 'haproxy-unavailable.http'),
    },
    stdio: 'ignore',
  })
  const failed = once(child, 'error').then(([error]) => {
    throw new Error('haproxy does not run here: apt-get install haproxy', { cause: error })
  })
  await Promise.race([untilOpen(child, port), failed])
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}

/** A port at which nothing listens. */
const nobody = '127.0.0.1:1'

async function untilOpen(child: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('haproxy ended by itself')
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    await delay(50)
  }
}
