import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import { Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { adminOrderMergeApi, type OrderMerge as Merge } from '#contract/order-merge.ts'
import { useApiMutation } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Panel } from '../ui/panel.tsx'
import type { OrderLife } from './order-life.ts'

/** The orders that go in one parcel with this one, and those that could. */
export function OrderMerge({ life: { order, merge } }: { life: OrderLife }) {
  const join = useApiMutation(adminOrderMergeApi.merge, { refreshesOnConflict: true })
  const split = useApiMutation(adminOrderMergeApi.split, { refreshesOnConflict: true })
  if (!merge) return null
  const { with: mates, offers, left_out: leftOut, saving = 0 } = merge
  const params = { id: order.id }
  const ids = offers.map(({ id }) => id)
  return (
    <Panel
      title="併單出貨"
      action={
        merge.can_split && (
          <ActionButton
            permission="order.ship"
            color="inherit"
            isLoading={split.isPending}
            onClick={() => split.mutate({ params })}
          >
            分開寄
          </ActionButton>
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
        {mates.length > 0 && (
          <div>
            與訂單 <Numbers orders={mates} /> 裝成一個包裹
          </div>
        )}
        {offers.length > 0 && (
          <>
            <div>
              同一位收件人還有 {offers.length} 筆訂單：
              <Numbers orders={offers} />
            </div>
            <ActionButton
              permission="order.ship"
              variant="outlined"
              color="inherit"
              isLoading={join.isPending}
              onClick={() =>
                join.mutate({
                  params,
                  data: {
                    with: ids,
                    ...(merge.saving !== undefined && { expected_saving: merge.saving }),
                  },
                })
              }
            >
              併單出貨
            </ActionButton>
          </>
        )}
        {saving > 0 && (
          <Box sx={muted}>
            只收一次運費，少收的 {formatMoney(saving)} 在出貨或建立寄件單時退還。
          </Box>
        )}
        {merge.waits && <Box sx={muted}>有商品待到貨，全部到齊後才能出貨。</Box>}
        {leftOut.map(({ number, reason }) => (
          <Box key={number} sx={muted}>
            訂單 {number} 裝不進同一個包裹：{reason}
          </Box>
        ))}
      </Box>
    </Panel>
  )
}

function Numbers({ orders }: { orders: Merge['with'] }) {
  return orders.map(({ id, number, awaits_goods: isAwaited }, index) => (
    <span key={id}>
      {index > 0 && '、'}
      <MuiLink component={Link} to={paths.adminOrder(id)} color="inherit">
        {number}
      </MuiLink>
      {isAwaited && '（待到貨）'}
    </span>
  ))
}

const muted = { color: 'text.secondary', fontSize: '0.875rem', overflowWrap: 'anywhere' } as const
