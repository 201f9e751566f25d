import type { Db } from '../db/connect.ts'
import { readSettingGroup } from '../settings/settings.queries.ts'

export interface InvoiceTimes {
  isOn: boolean
  /** The time of an invoice: once it is paid, or once the first goods have left. */
  when: 'payment' | 'shipping'
  /** Orders whose time had come before are none of ours: they were invoiced otherwise. */
  since: Date | null
}

export async function readInvoiceTimes(db: Db): Promise<InvoiceTimes> {
  const { mode, when, since } = await readSettingGroup(db, 'invoice')
  const begun = since === undefined ? null : new Date(since * 1_000)
  return { isOn: mode === 'on', when, since: begun }
}
