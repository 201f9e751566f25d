import type { Step } from '../../gateway/logistics/states.ts'
import type { RaceHarness } from '../race/race-harness.ts'
import { contradictions } from './contradictions.ts'
import type { GatewayParcel, GatewayProcess } from './gateway-process.ts'

interface StoredShipment {
  order_id: string
  trade_no: string
  state: string
  store_id: string
  amount: number
  collects: number
  provider_id: string | null
}

/** The state of ours that each state there has to be. */
const stateOf: Partial<Record<Step, string>> = {
  ...{ created: 'made', accepted: 'made', expired: 'expired', cancelled: 'cancelled' },
  ...{ handedIn: 'handed_in', atCentre: 'at_centre', redelivered: 'at_centre' },
  ...{ atStore: 'at_store', pickedUp: 'picked_up', notPickedUp: 'not_picked_up' },
  ...{ backAtCentre: 'going_back', backAtStore: 'back_at_store', takenBack: 'returned' },
  ...{ storeClosed: 'store_closed', storeChanged: 'store_changed' },
  ...{ lost: 'lost', refused: 'damaged' },
}
/** The goods are with the seller, or with nobody. */
const ended: (Step | undefined)[] = ['takenBack', 'expired', 'cancelled', 'lost', 'refused']

/** Compares the parcels of the provider with those of the shop; gives what does not agree. */
export async function auditParcels(
  harness: Pick<RaceHarness, 'query'>,
  logistics: Pick<GatewayProcess, 'parcels'>,
): Promise<{ parcels: number; faults: string[] }> {
  const parcels = await logistics.parcels()
  const shipments = await readShipments(harness)
  const byNumber = new Map(shipments.map((shipment) => [shipment.trade_no, shipment]))
  const known = new Set(parcels.map(({ merchantTradeNo }) => merchantTradeNo))
  const live = Map.groupBy(
    parcels.filter((parcel) => {
      const shipment = byNumber.get(parcel.merchantTradeNo)
      return !ended.includes(lastStep(parcel)) && !isLeftToRunOut(parcel, shipment)
    }),
    ({ merchantTradeNo }) => byNumber.get(merchantTradeNo)?.order_id,
  )
  const faults = [
    ...parcels.flatMap((parcel) => faultsOf(parcel, byNumber.get(parcel.merchantTradeNo))),
    ...shipments
      .filter(({ trade_no, state }) => state !== 'failed' && !known.has(trade_no))
      .map(({ trade_no, state }) => `the provider has no parcel ${trade_no} (${state})`),
    ...[...live]
      .filter(([orderId, of]) => orderId !== undefined && of.length > 1)
      .map(([orderId, of]) => `order ${orderId} has ${of.length} parcels at the provider`),
    ...(await contradictions(harness, rules)),
  ]
  return { parcels: parcels.length, faults }
}

function lastStep({ history }: GatewayParcel): Step | undefined {
  return history.at(-1)?.step
}

/** Given up by the shop: OK tells nothing of the end of such a number. */
function isLeftToRunOut(parcel: GatewayParcel, shipment: StoredShipment | undefined): boolean {
  const isSilent = parcel.carrier === 'OKMARTC2C' && lastStep(parcel) === 'created'
  return isSilent && shipment?.state === 'cancelled'
}

function faultsOf(parcel: GatewayParcel, shipment: StoredShipment | undefined): string[] {
  const { merchantTradeNo: number } = parcel
  if (!shipment) return [`the shop has no parcel for ${number} of the provider`]
  const step = isLeftToRunOut(parcel, shipment) ? 'cancelled' : (lastStep(parcel) ?? 'created')
  const theirs = [stateOf[step], parcel.storeId, parcel.amount, parcel.collects, parcel.logisticsId]
  const { state, store_id, amount, collects, provider_id } = shipment
  const ours = [state, store_id, amount, collects, provider_id]
  return theirs.flatMap((value, index) =>
    value === ours[index] ? [] : [`parcel ${number}: ${value} there, ${ours[index]} here`],
  )
}

function readShipments(harness: Pick<RaceHarness, 'query'>): Promise<StoredShipment[]> {
  return harness.query<StoredShipment>(`
    select order_id, trade_no, state, store_id, amount::float8 as amount,
      collects::float8 as collects, provider_id
    from shipments`)
}

/** Rules of the shop's own parcels, each with the rows that break it. */
const rules: Record<string, string> = {
  'a parcel that the chain had is not in its order': `
    select s.order_id as id from shipments as s join orders as o on o.id = s.order_id
    where s.parcel_id is null and o.state <> 'cancelled' and s.state in
      ('handed_in', 'at_centre', 'at_store', 'picked_up', 'not_picked_up', 'going_back',
        'back_at_store', 'returned')`,
  'an order whose parcel was picked up is not delivered': `
    select s.order_id as id from shipments as s join orders as o on o.id = s.order_id
    where s.state = 'picked_up' and o.state not in ('delivered', 'completed', 'returned', 'cancelled')`,
  'goods were sent twice': `
    select order_id as id from parcels group by order_id having count(*) > 1`,
  'a parcel has several parcels of the order': `
    select parcel_id as id from shipments where parcel_id is not null
    group by parcel_id having count(*) > 1`,
  'a mail of the arrival was written more often than a parcel came': `
    select mail.order_id as id from (
      select order_id, count(*) as mails from mail_outbox where kind = 'at_store' group by 1
    ) as mail
    where mails > (select count(*) from shipment_events as event
      join shipments as s on s.id = event.shipment_id
      where s.order_id = mail.order_id and event.state = 'at_store')`,
}
