import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { type ShipmentState, shipmentStateLabels } from '#contract/shipment-states.ts'
import type { Shipment } from '#contract/shipments.ts'
import { taipeiDay } from '#contract/taipei-time.ts'

const problems: readonly ShipmentState[] = ['failed', 'store_closed', 'expired', 'lost', 'damaged']
const coming: readonly ShipmentState[] = ['not_picked_up', 'going_back', 'back_at_store']

/** Says more than the words of the chain: who has to do something now. */
const hints: Partial<Record<ShipmentState, string>> = {
  store_closed: '已寄信請顧客重新選擇門市',
  back_at_store: '請寄件人帶證件到寄件門市領回',
}

function ShipmentStateChip({ state }: { state: ShipmentState }) {
  const isProblem = problems.includes(state)
  return (
    <Chip
      size="small"
      label={shipmentStateLabels[state]}
      color={isProblem ? 'error' : coming.includes(state) ? 'warning' : 'default'}
      variant={isProblem || coming.includes(state) ? 'filled' : 'outlined'}
    />
  )
}

/** The state of a parcel, and what is the matter with it. */
export function ShipmentStateLine({ shipment }: { shipment: Shipment }) {
  const { state, message } = shipment
  if (!state) return null
  const fault = shipment.fault ?? shipment.collects_fault ?? overdueText(shipment)
  const more = hints[state] ?? (message !== shipmentStateLabels[state] ? message : undefined)
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
      <ShipmentStateChip state={state} />
      {fault ? (
        <Box sx={{ color: 'error.main', fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
          {fault}
        </Box>
      ) : (
        more && <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{more}</Box>
      )}
    </Box>
  )
}

function overdueText({ state, hand_in_until: day }: Shipment): string | undefined {
  const last = day?.replaceAll('-', '/')
  if (state !== 'made' || last === undefined || last >= taipeiDay(Date.now())) return undefined
  return `已過最晚寄件日 ${last}`
}
