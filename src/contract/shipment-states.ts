/** How far a parcel to a convenience store is. */
export const shipmentStateLabels = {
  making: '建立中',
  failed: '建立失敗',
  made: '待寄件',
  handed_in: '已寄件',
  at_centre: '運送中',
  at_store: '到店待取',
  picked_up: '已取件',
  not_picked_up: '逾期未取',
  going_back: '退回中',
  back_at_store: '已退回寄件門市',
  returned: '已取回',
  store_closed: '門市關閉',
  store_changed: '已變更門市',
  expired: '逾期未寄件',
  lost: '包裹遺失',
  damaged: '無法寄送',
  cancelled: '已取消',
} as const
export type ShipmentState = keyof typeof shipmentStateLabels
export const shipmentStates = Object.keys(shipmentStateLabels) as ShipmentState[]

/** Lists of the back office, by what is to be done. */
export const shipmentViewLabels = {
  to_make: '待建立',
  to_hand_in: '待寄件',
  under_way: '運送中',
  waiting: '到店待取',
  back: '退回',
  problem: '有問題',
  done: '已結束',
} as const
export type ShipmentView = keyof typeof shipmentViewLabels
export const shipmentViews = Object.keys(shipmentViewLabels) as ShipmentView[]

/** The states of each view; the orders of `to_make` have no parcel yet. */
export const statesOfView: Record<Exclude<ShipmentView, 'to_make'>, readonly ShipmentState[]> = {
  to_hand_in: ['making', 'made'],
  under_way: ['handed_in', 'at_centre', 'store_changed'],
  waiting: ['at_store'],
  back: ['not_picked_up', 'going_back', 'back_at_store'],
  problem: ['failed', 'store_closed', 'expired', 'lost', 'damaged'],
  done: ['picked_up', 'returned', 'cancelled'],
}

/** Nothing more happens to it, and the order may have another one. */
export const endedShipmentStates: readonly ShipmentState[] = [
  'failed',
  'returned',
  'expired',
  'lost',
  'damaged',
  'cancelled',
]
/** The chain has it, or had it. */
export const sentShipmentStates: readonly ShipmentState[] = [
  'handed_in',
  'at_centre',
  'at_store',
  'picked_up',
  'not_picked_up',
  'going_back',
  'back_at_store',
  'returned',
]
