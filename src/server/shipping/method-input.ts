import type { AdminShippingMethod, ShippingMethodInput } from '#contract/admin-shipping.ts'
import type { FeeSteps, Outlying, PickupPlace } from '#contract/shipping.ts'
import { createId } from '../db/id.ts'
import { fieldError, readText } from '../input/coerced-values.ts'

/** A form as it is stored: without the values that a method of its kind does not have. */
export function readMethod(
  input: ShippingMethodInput,
  known?: AdminShippingMethod,
): Omit<AdminShippingMethod, 'id' | 'version'> {
  const { kind, fee, free_over, cod, is_on, temperatures, mixes, steps } = input
  if (known && known.kind !== kind) throw fieldError('kind', '配送方式的種類不能變更')
  return {
    ...{ kind, name: readText(input.name, 'name'), fee, free_over, is_on, mixes },
    // Nothing is cooled on the way to a store.
    temperatures: kind === 'store' ? ['normal'] : temperatures,
    ...(steps && { steps: readSteps(steps) }),
    outlying: kind === 'place' ? { mode: 'same' } : readOutlying(input.outlying),
    max_weight_g: input.max_weight_g,
    max_sides_mm: input.max_sides_mm,
    max_amount: input.max_amount,
    cod: kind === 'store' && cod,
    ...(kind === 'store' && { chains: readChains(input) }),
    ...(kind === 'place' && { places: readPlaces(input, known) }),
  }
}

function readOutlying({ mode, amount }: Outlying): Outlying {
  if (mode !== 'surcharge') return { mode }
  if (!amount) throw fieldError('outlying', '請填寫離島加收的金額')
  return { mode, amount }
}

function readSteps({ by, rows }: FeeSteps): FeeSteps {
  const isAscending = rows.every(({ up_to: upTo }, index) => {
    const before = index > 0 ? rows[index - 1]?.up_to : 0
    return typeof before === 'number' && (upTo === null || upTo > before)
  })
  if (!isAscending) throw fieldError('steps', '級距請由小到大填寫，只有最後一級可以不限')
  return { by, rows }
}

function readChains({ chains = [] }: ShippingMethodInput) {
  if (chains.length === 0) throw fieldError('chains', '請至少選擇一家超商')
  return chains
}

function readPlaces(
  { places = [] }: ShippingMethodInput,
  known: AdminShippingMethod | undefined,
): PickupPlace[] {
  if (places.length === 0) throw fieldError('places', '請至少填寫一個取貨地點')
  const knownIds = known?.places?.map(({ id }) => id) ?? []
  return places.map(({ id, name, address, hours }) => ({
    id: id && knownIds.includes(id) ? id : createId(),
    name: readText(name, 'places'),
    address: readText(address, 'places'),
    hours: hours.trim(),
  }))
}
