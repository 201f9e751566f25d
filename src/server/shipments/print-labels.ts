import { eq, inArray, sql } from 'drizzle-orm'
import { shipmentStateLabels } from '#contract/shipment-states.ts'
import { recordAudit } from '../audit/audit.ts'
import { orders } from '../db/tables/orders.ts'
import { shipments } from '../db/tables/shipments.ts'
import { transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import type { OutgoingForm } from '../logistics/logistics-provider.ts'
import { parcelBalance } from '../orders/merging/parcel-mates.queries.ts'
import { collectionFault } from './collection-fault.ts'
import type { ShipmentDeps } from './shipment-deps.ts'
import { codeOf, knownTo, type ShipmentRow } from './shipments.queries.ts'
import { readUnwanted } from './unwanted.queries.ts'

interface Labels {
  labels: ({ id: string; number: string; code: string } & OutgoingForm)[]
  left_out: { id: string; number: string; reason: string }[]
}

/** The forms that open the labels of these parcels at the provider; opened, they count as printed. */
export function printLabels(
  { db, logistics }: ShipmentDeps,
  actor: StaffActor,
  { ids, isOpened }: { ids: readonly string[]; isOpened: boolean },
): Promise<Labels> {
  return transaction(db, async (tx) => {
    const rows = await tx
      .select({
        shipment: shipments,
        number: orders.number,
        openBalance: sql<number>`(${parcelBalance})::float8`,
      })
      .from(shipments)
      .innerJoin(orders, eq(orders.id, shipments.orderId))
      .where(inArray(shipments.id, [...ids]))
    const found = new Map(rows.map((row) => [row.shipment.id, row]))
    const unwanted = await readUnwanted(
      tx,
      rows.map(({ shipment }) => shipment.orderId),
    )
    const printed: Labels = { labels: [], left_out: [] }
    for (const id of new Set(ids)) {
      const row = found.get(id)
      if (!row) {
        printed.left_out.push({ id, number: id, reason: '找不到寄件單' })
        continue
      }
      const { shipment, number } = row
      const refusal = unwanted.get(shipment.orderId) ?? collectionFault(shipment, row.openBalance)
      const form = refusal ?? formOf(shipment)
      if (typeof form === 'string') printed.left_out.push({ id, number, reason: form })
      else printed.labels.push({ id, number, code: codeOf(shipment), ...form })
    }
    const done = printed.labels.map(({ id }) => id)
    if (isOpened && done.length > 0) {
      await tx.update(shipments).set({ printedAt: sql`now()` }).where(inArray(shipments.id, done))
      const subject = { kind: 'shipment', title: `${done.length} 張寄件單` }
      const after = { numbers: printed.labels.map(({ number }) => number) }
      await recordAudit(tx, actor, { action: 'shipment.print', subject, after })
    }
    return printed
  })

  function formOf(shipment: ShipmentRow): OutgoingForm | string {
    if (shipment.state !== 'made') return `寄件單目前為「${shipmentStateLabels[shipment.state]}」`
    const known = knownTo(shipment)
    const provider = logistics.of(shipment.merchant)
    if (!known || !provider) return '建立這張寄件單的物流帳號已不在設定中'
    return provider.labelForm(known)
  }
}
