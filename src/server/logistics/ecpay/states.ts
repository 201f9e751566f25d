import type { ShipmentState } from '#contract/shipment-states.ts'

/** The codes of all chains that carry to stores; no code means two things. */
const codes: Partial<Record<ShipmentState, readonly number[]>> = {
  made: [300, 310, 2001, 2024],
  handed_in: [2068, 3032],
  at_centre: [2030, 3024, 2098],
  at_store: [2063, 2073, 3018],
  picked_up: [2067, 3022],
  not_picked_up: [2065, 2074, 3020],
  going_back: [2055, 2076, 2078, 3025],
  back_at_store: [2072, 3019, 3031],
  returned: [2044, 2070, 3023],
  store_closed: [2037, 2104, 7011, 7101],
  store_changed: [2000, 2105],
  expired: [2036, 7013],
  lost: [2042, 4004, 7006, 7007, 7018, 7020],
  damaged: [2032, 2033, 2034, 2048, 2080, 2081, 7008, 7016, 7104],
  cancelled: [9999],
}

const byCode = new Map(
  Object.entries(codes).flatMap(([state, numbers]) =>
    numbers.map((code) => [String(code), state as ShipmentState] as const),
  ),
)

/** Undefined for a code that ECPay's lists do not have: it is kept and shown. */
export function stateOfCode(code: string): ShipmentState | undefined {
  return byCode.get(code)
}
