import type { Order } from '#contract/orders.ts'
import type { DialogMode, ListDialog } from '../lists/dialog-mode.ts'

/** The shop's own orders come from shoppers: none is created here. */
export const orderDialogModes = [
  'edit',
  'delete',
  'allDelete',
] as const satisfies readonly DialogMode[]

export type OrderDialog = ListDialog<Order, (typeof orderDialogModes)[number]>
