import type { EndpointInput } from '#contract/endpoint.ts'
import type { change } from '#contract/order-change.schema.ts'
import type { StaffOrder } from '#contract/orders.ts'
import type { ShippingMethod } from '#contract/shipping.ts'
import {
  type AddressForm,
  emptyAddress,
  toAddress,
  toAddressForm,
} from '../../../shared/address-form.ts'
import type { PickedLine } from '../new/line-picker.tsx'

export type ChangeMethod = Pick<ShippingMethod, 'id' | 'kind' | 'name' | 'places'>
export type ChangeInput = EndpointInput<typeof change>

/** Goods and delivery of an order, as the staff changes them. */
export interface ChangeForm extends AddressForm {
  lines: PickedLine[]
  /** The id of another method; empty: it is delivered as before. */
  method: string
  place: string
}

/** The order as it is; lines of one product that differ in price are one. */
export function toChangeForm({ products, user, shipping }: StaffOrder): ChangeForm {
  const lines = new Map<string, PickedLine & { qty: number }>()
  for (const { product_id: productId, variant_id: variantId, product, qty } of Object.values(
    products,
  )) {
    const id = variantId ?? productId
    const known = lines.get(id)
    const { title, price = 0, imageUrl: picture } = product
    lines.set(id, {
      ...{ productId, ...(variantId && { variantId }), title, price, picture },
      qty: qty + (known?.qty ?? 0),
    })
  }
  const address = shipping?.kind === 'home' ? toAddressForm(user.address) : emptyAddress
  return { lines: [...lines.values()], method: '', place: '', ...address }
}

const isQuantity = (qty: unknown) =>
  Number.isInteger(qty) && Number(qty) >= 1 && Number(qty) <= 9999

/** As it is sent; undefined while a quantity or an address is missing. */
export function toChangeInput(
  id: string,
  form: ChangeForm,
  method: ChangeMethod | undefined,
): ChangeInput | undefined {
  const { lines } = form
  if (lines.length === 0 || !lines.every(({ qty }) => isQuantity(qty))) return undefined
  const place = form.place || method?.places?.[0]?.id
  if (method?.kind === 'home' && form.address.trim() === '') return undefined
  return {
    params: { id },
    data: {
      lines: lines.map(({ productId, variantId, qty }) => ({
        product_id: productId,
        ...(variantId && { variant_id: variantId }),
        qty: Number(qty),
      })),
      ...(method && {
        shipping: {
          method_id: method.id,
          ...(method.kind === 'home' && { address: toAddress(form) }),
          ...(method.kind === 'place' && place && { place_id: place }),
        },
      }),
    },
  }
}
