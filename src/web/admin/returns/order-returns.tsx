import Link from '@mui/material/Link'
import type { ComponentType } from 'react'
import { Link as RouterLink } from 'react-router'
import { returnStateLabels } from '#contract/return-states.ts'
import { paths } from '../../paths.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import type { OrderDialogProps, OrderLife } from '../orders/order-life.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { EntryList, ListEntry } from '../ui/entry-list.tsx'
import { Panel } from '../ui/panel.tsx'
import { OpenReturnDialog } from './open-return-dialog.tsx'
import { Due, goodsText } from './return-columns.tsx'

/** The returns of an order, and the way to open one for goods that are still to come. */
export function OrderReturns(props: {
  life: OrderLife
  onOpen: (dialog: ComponentType<OrderDialogProps>) => void
}) {
  const { returns = [], returnable } = props.life
  if (returns.length === 0 && !returnable) return null
  return (
    <Panel
      title="退貨"
      action={
        returnable && (
          <ActionButton
            permission="order.write"
            color="inherit"
            onClick={() => props.onOpen(OpenReturnDialog)}
          >
            開立退貨
          </ActionButton>
        )
      }
    >
      <EntryList>
        {returns.map((one) => (
          <ListEntry
            key={one.id}
            title={
              <Link component={RouterLink} to={paths.adminReturn(one.id)} color="inherit">
                {returnStateLabels[one.state]}・{goodsText(one)}
              </Link>
            }
          >
            {formatTimestamp(one.create_at)}
            {one.reason && `・${one.reason}`}
            {one.due_at !== undefined && (
              <>
                ・最晚處理 <Due one={one} />
              </>
            )}
          </ListEntry>
        ))}
      </EntryList>
    </Panel>
  )
}
