import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const file = join(import.meta.dirname, 'trade-number.ts')
const each = 250_000

it('1,000,000 trade numbers of four processes are all different, of 20 letters and digits (GATEWAY-08)', async () => {
  const script = `const { createTradeNumber } = await import(${JSON.stringify(file)})
    const numbers = Array.from({ length: ${each} }, () => createTradeNumber())
    process.stdout.write(numbers.join('\\n'))`
  const outputs = await Promise.all(
    Array.from({ length: 4 }, () =>
      run(process.execPath, ['--input-type=module', '-e', script], { maxBuffer: 32 * 1024 * 1024 }),
    ),
  )
  const numbers = outputs.flatMap(({ stdout }) => stdout.split('\n'))
  expect(numbers).toHaveLength(4 * each)
  expect(new Set(numbers).size).toBe(4 * each)
  expect(numbers.every((number) => /^[0-9A-Z]{20}$/.test(number))).toBe(true)
})
