import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import { adminOrderLifeApi, type Parcel } from '#contract/order-life.ts'
import { carrierLabels } from '#contract/order-states.ts'
import { useApiMutation } from '../../api/queries.ts'
import { leftOutText } from '../../shared/unshipped-lines.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { EntryList, ListEntry } from '../ui/entry-list.tsx'
import { Panel } from '../ui/panel.tsx'
import type { OrderLife } from './order-life.ts'

export function OrderParcels({ life }: { life: OrderLife }) {
  const { order, parcels } = life
  const deliver = useApiMutation(adminOrderLifeApi.changeParcel, { isPendingUntilShown: true })
  if (parcels.length === 0) return null
  const leftOut = leftOutText(life)
  return (
    <Panel title="包裹">
      <EntryList>
        {parcels.map((parcel) => (
          <ListEntry
            key={parcel.id}
            title={<ParcelTitle parcel={parcel} />}
            action={
              !parcel.delivered_at &&
              !life.is_archived && (
                <ActionButton
                  permission="order.ship"
                  about={`${carrierLabels[parcel.carrier]} ${parcel.tracking_number}`}
                  variant="outlined"
                  color="inherit"
                  isLoading={deliver.isPending}
                  onClick={() =>
                    deliver.mutate({
                      params: { id: order.id, parcelId: parcel.id },
                      data: { is_delivered: true },
                    })
                  }
                >
                  標記已送達
                </ActionButton>
              )
            }
          >
            <div>{parcel.lines.map(({ title, qty }) => `${title} × ${qty}`).join('、')}</div>
            {formatTimestamp(parcel.shipped_at)} 出貨
            {parcel.delivered_at && `・${formatTimestamp(parcel.delivered_at)} 送達`}
          </ListEntry>
        ))}
        {leftOut && <ListEntry title="未出貨">{leftOut}</ListEntry>}
      </EntryList>
    </Panel>
  )
}

function ParcelTitle({ parcel }: { parcel: Parcel }) {
  return (
    <Box>
      {carrierLabels[parcel.carrier]} {parcel.tracking_number}{' '}
      {parcel.tracking_url && (
        <MuiLink
          href={parcel.tracking_url}
          target="_blank"
          rel="noopener noreferrer"
          color="inherit"
        >
          查詢貨態
        </MuiLink>
      )}
    </Box>
  )
}
