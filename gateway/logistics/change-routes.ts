import type { Gateway } from '../gateway.ts'
import { toTaipeiDate } from '../taipei-time.ts'
import { rulesOf } from './carriers.ts'
import {
  done,
  hasItsNumbers,
  type RegisterLogisticsCall,
  refuse,
  unknownParcel,
} from './logistics-call.ts'
import { enterState, scheduleDeadline } from './move-parcel.ts'
import { endOfDay, nextSteps, type Parcel, stateOf } from './parcel.ts'
import { faultsOfStore } from './parcel-form.ts'

/** Changes of a parcel that is made: its store, its day, its end. */
export function registerChangeRoutes(gateway: Gateway, register: RegisterLogisticsCall): void {
  register('/Express/UpdateStoreInfo', ({ fields, account, found }) => {
    if (account.contract !== 'C2C' || !found || !hasItsNumbers(found, fields)) return unknownParcel
    const isSender = fields.StoreType === '02'
    if (!isSender && fields.StoreType !== '01') return refuse('StoreType：只接受 01、02')
    const id = isSender ? fields.ReturnStoreID : fields.ReceiverStoreID
    const refusal = changeStore(gateway, found, { id, isSender })
    return refusal ? refuse(refusal) : done
  })

  register('/Helper/UpdateShipmentInfo', ({ fields, account, found }) => {
    if (account.contract !== 'B2C' || !found) return unknownParcel
    const { ShipmentDate, ReceiverStoreID } = fields
    if (!ShipmentDate && !ReceiverStoreID) return refuse('ShipmentDate 與 ReceiverStoreID 須擇一')
    const refusal =
      (ShipmentDate && changeShipmentDay(gateway, found, ShipmentDate)) ||
      (ReceiverStoreID && changeStore(gateway, found, { id: ReceiverStoreID, isSender: false }))
    return refusal ? refuse(refusal) : done
  })

  register('/Express/CancelC2COrder', ({ fields, found }) => {
    if (found?.carrier !== 'UNIMARTC2C' || !hasItsNumbers(found, fields)) return unknownParcel
    if (!nextSteps(found).includes('cancelled')) return refuse('訂單已寄件或已取消，無法取消')
    enterState(gateway, found, 'cancelled')
    return done
  })
}

function changeStore(
  gateway: Gateway,
  parcel: Parcel,
  { id, isSender }: { id: string | undefined; isSender: boolean },
): string | undefined {
  const step = isSender ? 'senderStoreChanged' : 'storeChanged'
  if (!nextSteps(parcel).includes(step)) return '訂單目前不可變更門市'
  const collects = !isSender && parcel.collects > 0
  const [fault] = faultsOfStore(id, parcel.carrier, { settings: gateway.settings, collects })
  if (fault) return fault
  if (!isSender) parcel.storeId = id ?? ''
  enterState(gateway, parcel, step)
  return undefined
}

/** The days in which it can be handed in are counted from the new day. */
function changeShipmentDay(gateway: Gateway, parcel: Parcel, day: string): string | undefined {
  const at = new Date(`${day.replaceAll('/', '-')}T00:00:00+08:00`)
  const { step } = stateOf(parcel)
  if (Number.isNaN(at.getTime()) || toTaipeiDate(at) !== day) return 'ShipmentDate：須為 yyyy/MM/dd'
  if (endOfDay(at, 0) < gateway.clock.now()) return 'ShipmentDate：不可早於今天'
  if (step !== 'created' && step !== 'accepted') return '訂單目前不可變更出貨日'
  parcel.expiresAt = endOfDay(at, rulesOf(parcel.carrier).validDays)
  gateway.books.keep(parcel)
  scheduleDeadline(gateway, parcel)
  return undefined
}
