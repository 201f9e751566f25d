import type { AdminShippingMethod, ShippingMethodInput } from '#contract/admin-shipping.ts'
import type { FeeSteps, Outlying } from '#contract/shipping.ts'
import {
  type MethodKind,
  type StoreChain,
  shippingKindLabels,
  storeChains,
  type Temperature,
  temperatures,
} from '#contract/shipping-kinds.ts'
import type { FieldWords } from '../../ui/fields/field-errors.ts'

type Digits = number | ''
export type Flag = 0 | 1

/** The fields of a method; those that its kind does not have stay as they are. */
export interface MethodForm {
  name: string
  is_on: Flag
  fee_by: 'fixed' | FeeSteps['by']
  fee: Digits
  steps: { up_to: Digits; fee: Digits }[]
  free_over: Digits
  outlying: Outlying['mode']
  outlying_amount: Digits
  temperatures: Record<Temperature, Flag>
  mixes: Flag
  /** It may be paid when it is picked up. */
  cod: Flag
  max_weight_g: Digits
  /** In centimetres. */
  max_sides_cm: Digits
  max_amount: Digits
  chains: Record<StoreChain, Flag>
  places: { id: string; name: string; address: string; hours: string }[]
}

export const newPlace: MethodForm['places'][number] = { id: '', name: '', address: '', hours: '' }

export function newMethod(kind: MethodKind): MethodForm {
  return {
    ...{ name: shippingKindLabels[kind], is_on: 1, fee_by: 'fixed', free_over: '' },
    ...{ fee: kind === 'place' ? 0 : '', steps: [], outlying: 'same', outlying_amount: '' },
    temperatures: {
      normal: 1,
      chilled: kind === 'place' ? 1 : 0,
      frozen: kind === 'place' ? 1 : 0,
    },
    ...{ mixes: 0, cod: 0, max_weight_g: '', max_sides_cm: '', max_amount: '' },
    chains: { UNIMART: 1, FAMI: 1, HILIFE: 1, OKMART: 1 },
    places: kind === 'place' ? [newPlace] : [],
  }
}

export function methodForm(method: AdminShippingMethod): MethodForm {
  const { steps, outlying, max_sides_mm: sides } = method
  return {
    name: method.name,
    is_on: method.is_on ? 1 : 0,
    fee_by: steps?.by ?? 'fixed',
    fee: method.fee,
    steps: steps?.rows.map(({ up_to, fee }) => ({ up_to: up_to ?? '', fee })) ?? [],
    free_over: method.free_over ?? '',
    outlying: outlying.mode,
    outlying_amount: outlying.amount ?? '',
    temperatures: flags(temperatures, method.temperatures),
    mixes: method.mixes ? 1 : 0,
    cod: method.cod ? 1 : 0,
    max_weight_g: method.max_weight_g ?? '',
    max_sides_cm: sides === null ? '' : Math.floor(sides / 10),
    max_amount: method.max_amount ?? '',
    chains: flags(storeChains, method.chains ?? []),
    places: method.places ?? [],
  }
}

/** An empty number is sent as none: the server says where it needs one. */
export function methodInput(kind: MethodKind, form: MethodForm): ShippingMethodInput {
  const { fee_by: by, outlying: mode, max_sides_cm: sides } = form
  const amount = form.outlying_amount
  return {
    kind,
    name: form.name.trim(),
    is_on: form.is_on === 1,
    // Clients that know one fee are told the first step.
    fee: asNumber(by === 'fixed' ? form.fee : (form.steps[0]?.fee ?? '')),
    ...(by !== 'fixed' && {
      steps: {
        by,
        rows: form.steps.map(({ up_to, fee }) => ({ up_to: orNull(up_to), fee: asNumber(fee) })),
      },
    }),
    free_over: orNull(form.free_over),
    outlying: {
      mode,
      ...(mode === 'surcharge' && amount !== '' && { amount: asNumber(amount) }),
    },
    temperatures: chosen(temperatures, form.temperatures),
    mixes: form.mixes === 1,
    max_weight_g: orNull(form.max_weight_g),
    max_sides_mm: sides === '' ? null : asNumber(sides) * 10,
    max_amount: orNull(form.max_amount),
    cod: kind === 'store' && form.cod === 1,
    ...(kind === 'store' && { chains: chosen(storeChains, form.chains) }),
    ...(kind === 'place' && {
      places: form.places.map(({ id, name, address, hours }) => ({
        ...(id && { id }),
        ...{ name: name.trim(), address: address.trim(), hours: hours.trim() },
      })),
    }),
  }
}

/** The same method switched on or off. */
export function switched(method: AdminShippingMethod, isOn: boolean): ShippingMethodInput {
  const { id: _, version: __, ...input } = method
  return { ...input, is_on: isOn }
}

// An empty field of the form is not a number: the server refuses the field.
const asNumber = (typed: Digits) => typed as number
const orNull = (typed: Digits) => (typed === '' ? null : typed)

function flags<Key extends string>(all: readonly Key[], on: readonly Key[]): Record<Key, Flag> {
  return Object.fromEntries(all.map((key) => [key, on.includes(key) ? 1 : 0])) as Record<Key, Flag>
}

function chosen<Key extends string>(all: readonly Key[], of: Record<Key, Flag>): Key[] {
  return all.filter((key) => of[key] === 1)
}

const most = { fee: 10_000, amount: 1_000_000 }

/** The fields by the names that the server gives them, in the order of the form. */
export const methodWords = {
  name: { label: '名稱', invalid: '名稱請在 20 個字以內' },
  fee: { label: '運費', invalid: `運費請填 0 到 ${most.fee.toLocaleString('en')} 的整數` },
  up_to: {
    label: '級距',
    missing: '每一級都要填上限，只有最後一級可以留空',
    invalid: '級距請填 1 以上的整數',
  },
  steps: { label: '級距', saysItself: true },
  free_over: {
    label: '滿額免運',
    invalid: `請填 1 到 ${most.amount.toLocaleString('en')} 的整數，或留空`,
  },
  outlying: { label: '離島', saysItself: true },
  amount: { label: '離島加收', invalid: '請填 1 到 10,000 的整數' },
  temperatures: { label: '溫層', missing: '請至少選擇一種溫層', invalid: '請至少選擇一種溫層' },
  max_weight_g: { label: '重量上限', invalid: '請填 1 到 1,000,000 的整數，或留空' },
  max_sides_mm: { label: '三邊合計上限', invalid: '請填 1 到 3,000 的整數，或留空' },
  max_amount: { label: '金額上限', invalid: '請填 1 到 10,000,000 的整數，或留空' },
  chains: { label: '超商', invalid: '請至少選擇一家超商' },
  places: { label: '取貨地點', invalid: '請填寫每個取貨地點的名稱與地址' },
  address: { label: '地址', missing: '請填寫地址' },
  is_on: { label: '開啟', codes: ['SHIPPING_METHOD_LAST', 'SHIPPING_STORES_OFF'] },
} satisfies Record<string, FieldWords>
