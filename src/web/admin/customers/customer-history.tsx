import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { participationStateLabels } from '#contract/campaign-states.ts'
import { customerApi } from '#contract/customers.ts'
import { orderStateLabels } from '#contract/order-states.ts'
import { apiQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { mailStateLabels } from '../orders/order-mails.tsx'
import { Amount } from '../ui/amount.tsx'
import { EntryList, ListEntry } from '../ui/entry-list.tsx'
import { CustomerPart } from './customer-part.tsx'

/** Orders, groups, coupons and mails of a customer, each part by itself. */
export function CustomerHistory({ customer }: { customer: { id: string } }) {
  const { id } = customer
  const input = (page: string) => ({ params: { id }, query: { page } })
  return (
    <>
      <CustomerPart
        title="訂單"
        emptyText="沒有訂單"
        queryOf={(page) => apiQuery(customerApi.orders, input(page))}
        isEmpty={({ orders }) => orders.length === 0}
      >
        {({ orders }) => (
          <EntryList>
            {orders.map((order) => (
              <ListEntry
                key={order.id}
                title={<OrderLink id={order.id}>{order.number}</OrderLink>}
                action={<Amount value={order.total} />}
              >
                {formatTimestamp(order.create_at)}・{orderStateLabels[order.state]}
                {order.is_archived && '・已封存'}
              </ListEntry>
            ))}
          </EntryList>
        )}
      </CustomerPart>
      <CustomerPart
        title="團購"
        emptyText="沒有參加團購"
        queryOf={(page) => apiQuery(customerApi.groups, input(page))}
        isEmpty={({ groups }) => groups.length === 0}
      >
        {({ groups }) => (
          <EntryList>
            {groups.map((place) => (
              <ListEntry
                key={place.id}
                title={
                  <MuiLink
                    component={Link}
                    to={paths.adminCampaign(place.campaign_id)}
                    color="inherit"
                  >
                    {place.title}
                  </MuiLink>
                }
                action={<OrderLink id={place.order_id}>訂單</OrderLink>}
              >
                {formatTimestamp(place.create_at)}・{participationStateLabels[place.state]}・
                {place.qty} 份{place.is_leader && '・團主'}
              </ListEntry>
            ))}
          </EntryList>
        )}
      </CustomerPart>
      <CustomerPart
        title="使用的優惠券"
        emptyText="沒有使用優惠券"
        queryOf={(page) => apiQuery(customerApi.coupons, input(page))}
        isEmpty={({ coupons }) => coupons.length === 0}
      >
        {({ coupons }) => (
          <EntryList>
            {coupons.map((use) => (
              <ListEntry
                key={use.order_id}
                title={`${use.title}（${use.code}）`}
                action={<Amount value={-use.discount} />}
              >
                {formatTimestamp(use.create_at)}・
                <OrderLink id={use.order_id}>{use.number}</OrderLink>
                {use.is_returned && '・已退回'}
              </ListEntry>
            ))}
          </EntryList>
        )}
      </CustomerPart>
      <CustomerPart
        title="信件紀錄"
        emptyText="沒有信件"
        queryOf={(page) => apiQuery(customerApi.mails, input(page))}
        isEmpty={({ mails }) => mails.length === 0}
      >
        {({ mails }) => (
          <EntryList>
            {mails.map((mail) => (
              <ListEntry key={mail.id} title={mail.subject}>
                {formatTimestamp(mail.at)}・{mailStateLabels[mail.state]}・{mail.recipient}
              </ListEntry>
            ))}
          </EntryList>
        )}
      </CustomerPart>
    </>
  )
}

function OrderLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <MuiLink component={Link} to={paths.adminOrder(id)} color="inherit">
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Box>
    </MuiLink>
  )
}
