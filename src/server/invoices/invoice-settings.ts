import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'

export interface InvoiceSettings {
  isOn: boolean
  /** The time of an invoice: once it is paid, or once the first goods have left. */
  when: 'payment' | 'shipping'
  /** Orders whose time had come before are none of ours: they were invoiced otherwise. */
  since: Date | null
}

/** Off until somebody turns it on. */
export async function readInvoiceSettings(db: Db): Promise<InvoiceSettings> {
  const { rows } = await db.execute<{ values: { mode?: string; when?: string; since?: number } }>(
    sql`select "values" from settings where "group" = 'invoice'`,
  )
  const { mode, when, since } = rows[0]?.values ?? {}
  return {
    isOn: mode === 'on',
    when: when === 'payment' ? 'payment' : 'shipping',
    since: since === undefined ? null : new Date(since * 1_000),
  }
}
