import { describe, expect, it } from 'vitest'
import { faultsOf } from './audit.ts'
import { mayMount } from './full-disk.ts'
import { type TortureOptions, torture } from './run.ts'

const seed = 20_261_121
const hasDisk = await mayMount()

/** One short stage, after which the ledgers and the database have to agree. */
async function play(options: Partial<TortureOptions>) {
  const [report] = await torture({ shoppers: 6, seed, ...options })
  if (!report) throw new Error('no stage was played')
  expect(faultsOf(report.findings)).toEqual([])
  expect(report.findings.acknowledged).toBeGreaterThan(10)
  return report
}

// Some ten starts of the server: seconds each, or many of them where the machine is busy.
describe(`orders and payments under fault (seed ${seed})`, () => {
  it('H1 H2 kill -9 of the server and of PostgreSQL loses, doubles and halves nothing', async () => {
    await play({ serverKills: 2, databaseKills: 1 })
  })

  it('H3 connections cut at COMMIT leave each order once', async () => {
    const { findings } = await play({ cuts: 6 })
    expect(findings.unknown).toBeGreaterThan(0)
  })

  it('I2 every order on two nodes at once, one of them killed: one order, one payment', async () => {
    await play({ nodeKills: 1 })
  })

  it('H6 SIGTERM with orders open: each is answered or refused, and the server ends in order', async () => {
    await play({ stops: 1, openOrders: 40 })
  })

  it.skipIf(!hasDisk)(
    'H7 a full disk refuses writes for now, and nothing is lost (skipped where none may be mounted)',
    async () => {
      const { progress } = await play({ fullDisks: 2 })
      expect(progress.measures['product lists not read while full']).toEqual([0, 0])
    },
  )
})
