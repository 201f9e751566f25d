import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtProgram } from '../../src/server/programs.ts'
import { freePort } from '../../src/server/testing/free-port.ts'
import { createWorkFolder, removeWorkFolder } from '../backup/shop-folder.ts'
import { placeOrder } from '../drill/busy-shop.ts'
import { administrator, Caller } from '../fixtures/caller.ts'
import {
  buildImage,
  type Container,
  createDataFolder,
  mayContain,
  startContainer,
} from './container.ts'

describe.runIf(await mayContain())('the image without an engine', () => {
  let folder: string
  let image: string
  let data: string

  beforeAll(async () => {
    folder = await createWorkFolder('image')
    image = join(folder, 'image')
    data = join(folder, 'data')
    await buildImage(image)
    await createDataFolder(data)
  })
  afterAll(() => removeWorkFolder(folder))

  async function open(port: number): Promise<Container & { address: string }> {
    const container = startContainer({
      image,
      data,
      env: {
        PORT: String(port),
        PUBLIC_URL: 'https://shop.example',
        PAYMENTS: 'demonstration',
        ADMIN_USERNAME: administrator.username,
        ADMIN_PASSWORD: administrator.password,
        DEMO: '1',
      },
    })
    const address = `http://127.0.0.1:${port}`
    for (const giveUpAt = Date.now() + 90_000; ; await delay(50)) {
      if (
        await fetch(`${address}/health/live`).then(
          (reply) => reply.ok,
          () => false,
        )
      )
        break
      if (container.child.exitCode !== null || Date.now() > giveUpAt)
        throw new Error(container.said())
    }
    return { ...container, address }
  }

  /** The first process of the container, as this machine knows it. */
  async function firstProcess(container: Container): Promise<number> {
    const { pid } = container.child
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return Number(children.trim().split(' ')[0])
  }

  async function healthCheck(port: number): Promise<number | null> {
    const check = spawn(process.execPath, [builtProgram('health-check')], {
      env: { PATH: process.env.PATH, PORT: String(port), HOST: '0.0.0.0' },
      stdio: 'ignore',
    })
    const [code] = await once(check, 'exit')
    return code
  }

  it('sells as an account without rights over a read-only root, is checked, and stops clean (IMAGE-05, IMAGE-06, IMAGE-07)', async () => {
    const port = await freePort()
    expect(await healthCheck(port)).toBe(1)
    let shop = await open(port)
    const { id, shopper } = await placeOrder(shop.address)
    await shopper.call('POST', `/pay/${id}`)
    expect(await healthCheck(port)).toBe(0)
    const first = await firstProcess(shop)
    const status = await readFile(`/proc/${first}/status`, 'utf8')
    expect(status).toMatch(/^Uid:\t10001\t/m)
    expect(status).toMatch(/^NSpid:\t\d+\t1$/m)
    expect(await readFile(`/proc/${first}/mounts`, 'utf8')).toMatch(/^tmpfs \/ tmpfs ro,/m)

    process.kill(first, 'SIGSTOP')
    const hung = await healthCheck(port)
    process.kill(first, 'SIGCONT')
    expect(hung).toBe(1)

    const acknowledged = [id]
    for (let stop = 0; stop < 20; stop++) {
      const orders = Promise.allSettled(Array.from({ length: 8 }, () => placeOrder(shop.address)))
      await delay(30)
      const exit = once(shop.child, 'exit')
      process.kill(await firstProcess(shop), 'SIGTERM')
      const [code] = await exit
      expect(code, shop.said()).toBe(0)
      for (const order of await orders) {
        if (order.status === 'fulfilled') acknowledged.push(order.value.id)
      }
      shop = await open(port)
    }
    const admin = await new Caller(shop.address).send('POST', '/v2/admin/signin', administrator)
    const caller = new Caller(shop.address, { token: String(admin.token) })
    for (const orderId of acknowledged) {
      expect((await caller.call('GET', `/admin/order/${orderId}`)).order).toMatchObject({
        id: orderId,
      })
    }
    const exit = once(shop.child, 'exit')
    process.kill(await firstProcess(shop), 'SIGTERM')
    await exit
  })
})
