import Box from '@mui/material/Box'
import { useState } from 'react'
import { adminCreditApi, type CreditEntry } from '#contract/credit.ts'
import { type CreditKind, creditCauseLabels, creditKindLabels } from '#contract/credit-kinds.ts'
import type { CustomerDetail } from '#contract/customers.ts'
import { formatMoney } from '#contract/money.ts'
import { apiQuery } from '../../api/queries.ts'
import { shopTerms } from '../../api/shop-config.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { EntryList, ListEntry } from '../ui/entry-list.tsx'
import { CreditDialog } from './credit-dialog.tsx'
import { CustomerPart } from './customer-part.tsx'

/** Credit and points of a member with every entry; nothing of a guest, or while both are off. */
export function CustomerCredit({ customer }: { customer: CustomerDetail }) {
  const { id } = customer
  const [isChanging, setChanging] = useState(false)
  if (customer.member_id === undefined || !shopTerms?.credit) return null
  return (
    <>
      <CustomerPart
        title="購物金與點數"
        emptyText="沒有購物金與點數"
        queryOf={(page) => apiQuery(adminCreditApi.ofCustomer, { params: { id }, query: { page } })}
        form={
          <ActionButton
            permission="refund.write"
            variant="outlined"
            color="inherit"
            onClick={() => setChanging(true)}
          >
            贈送或調整
          </ActionButton>
        }
        isEmpty={({ entries }) => entries.length === 0}
      >
        {({ balance, points, ends, entries }) => (
          <>
            <Box sx={{ my: 1.5, fontVariantNumeric: 'tabular-nums' }}>
              購物金 {amountOf('credit', balance)}・點數 {amountOf('points', points)}
              {ends[0] && (
                <Box sx={{ color: 'text.secondary' }}>
                  {creditKindLabels[ends[0].kind]} {amountOf(ends[0].kind, ends[0].amount)} 於{' '}
                  {dayOf(ends[0].ends_on)} 到期
                </Box>
              )}
            </Box>
            <EntryList>
              {entries.map((entry) => (
                <ListEntry
                  key={entry.id}
                  title={titleOf(entry)}
                  action={
                    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                      {entry.amount > 0 ? '+' : '−'}
                      {amountOf(entry.kind, Math.abs(entry.amount))}
                    </Box>
                  }
                >
                  {formatTimestamp(entry.at)}
                  {entry.order_number && `・${entry.order_number}`}
                  {entry.ends_on && `・${dayOf(entry.ends_on)} 到期`}
                  {entry.reason && `・${entry.reason}`}
                </ListEntry>
              ))}
            </EntryList>
          </>
        )}
      </CustomerPart>
      {isChanging && <CreditDialog customerId={id} onClose={() => setChanging(false)} />}
    </>
  )
}

function titleOf({ kind, cause, percent }: CreditEntry): string {
  const of = percent === undefined ? '' : `（${percent}%）`
  return `${creditKindLabels[kind]}：${creditCauseLabels[cause]}${of}`
}

const amountOf = (kind: CreditKind, amount: number) =>
  kind === 'credit' ? formatMoney(amount) : `${amount.toLocaleString('en-US')} 點`
const dayOf = (day: string) => day.replaceAll('-', '/')
