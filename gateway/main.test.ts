import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'

it('prints an address on the loopback, and ends when asked to (GATEWAY-35)', async () => {
  const main = join(import.meta.dirname, 'main.ts')
  const program = spawn(process.execPath, [main, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(program, 'exit')
  const [line] = await once(createInterface(program.stdout), 'line')
  const address = /http:\/\/127\.0\.0\.1:\d+$/.exec(String(line))?.[0] ?? ''
  const page = await fetch(address)
  expect(await page.text()).toContain('測試金流，不會實際扣款')
  program.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
