import type { Product } from '#contract/catalog.ts'
import type { DialogMode, ListDialog } from '../lists/dialog-mode.ts'

export const productDialogModes = [
  'create',
  'edit',
  'delete',
  'allDelete',
] as const satisfies readonly DialogMode[]

export type ProductDialog = ListDialog<Product, (typeof productDialogModes)[number]>
