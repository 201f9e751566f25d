import { insist } from './calls.ts'
import type { YearWorld } from './world.ts'

const words = { 開立: 'issued', 作廢: 'voided', 折讓: 'allowed' } as const

/** The sums of the file of two months, in whole NT$. */
export async function readInvoiceFile(
  world: YearWorld,
  period: string,
): Promise<Record<'issued' | 'voided' | 'allowed', number>> {
  const data = { kind: 'invoices', filter: { period } }
  const { run } = await insist(world, world.owner, 'post', '/admin/export', data)
  await world.shop.settle()
  const { body, status } = await world.owner.get(`/admin/run/${run.id}/file`)
  if (status !== 200) throw new Error(`no file of ${period}: ${JSON.stringify(body)}`)
  const [head = '', ...lines] = String(body).replace('\uFEFF', '').trim().split('\r\n')
  const columns = head.split(',')
  const sums = { issued: 0, voided: 0, allowed: 0 }
  for (const line of lines) {
    const cells = line.split(',').map((cell) => cell.replaceAll('"', ''))
    const cell = (word: string) => cells[columns.indexOf(word)] ?? ''
    const kind = words[cell('類型') as keyof typeof words]
    // Voids and allowances are below 0: the sums of a file add up to what is left.
    if (kind) sums[kind] += Math.abs(Number(cell('金額')))
  }
  return sums
}
