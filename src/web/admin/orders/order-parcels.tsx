import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { carrierLabels } from '#contract/order-states.ts'
import { useApiMutation } from '../../api/queries.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { type OrderLife, orderEndpoints } from './order-life.ts'
import { OrderPanel } from './order-panel.tsx'

export function OrderParcels({ life }: { life: OrderLife }) {
  const { order, parcels } = life
  const deliver = useApiMutation(adminOrderLifeApi.changeParcel, { refresh: orderEndpoints })
  if (parcels.length === 0) return null
  return (
    <OrderPanel title="包裹">
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {parcels.map((parcel) => (
          <Box key={parcel.id} component="li" sx={row}>
            <Box sx={{ minWidth: 0, flex: '1 1 12em' }}>
              <Box sx={{ overflowWrap: 'anywhere' }}>
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
              <Box sx={{ color: 'text.secondary', fontSize: 14, overflowWrap: 'anywhere' }}>
                {parcel.lines.map(({ title, qty }) => `${title} × ${qty}`).join('、')}
              </Box>
              <Box sx={{ color: 'text.secondary', fontSize: 14 }}>
                {formatTimestamp(parcel.shipped_at)} 出貨
                {parcel.delivered_at && `・${formatTimestamp(parcel.delivered_at)} 送達`}
              </Box>
            </Box>
            {!parcel.delivered_at && !life.is_archived && (
              <Button
                variant="outlined"
                color="inherit"
                loading={deliver.isPending}
                onClick={() =>
                  deliver.mutate({
                    params: { id: order.id, parcelId: parcel.id },
                    data: { is_delivered: true },
                  })
                }
              >
                標記已送達
              </Button>
            )}
          </Box>
        ))}
      </Box>
    </OrderPanel>
  )
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  py: 1,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const
