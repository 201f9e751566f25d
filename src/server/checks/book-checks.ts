import type { BookCheck } from './book-check.ts'
import { campaignChecks } from './campaigns.ts'
import { creditChecks } from './credit.ts'
import { invoiceChecks } from './invoices.ts'
import { moneyChecks } from './money.ts'
import { stockChecks } from './stock.ts'

export const checkRooms = {
  stock: stockChecks,
  money: moneyChecks,
  credit: creditChecks,
  campaigns: campaignChecks,
  invoices: invoiceChecks,
}
export const bookChecks: readonly BookCheck[] = Object.values(checkRooms).flat()

/** The faults of a check by the names of what they are about, and whether somebody settled them. */
export function linesOf({ id, isLive, sentence, statement }: BookCheck): string {
  // The lines of these were settled before others had ids of their own.
  const mark = isLive || id === 'order' || id === 'stock' ? 'null' : `'${id} ' || line.subject`
  // Two variants of a product have a line each.
  const variant = id === 'stock' ? 'nullif(line.subject, line.product_id)' : 'null'
  // A line that changes is another line: what was settled was settled as it was then.
  const lineId = `left(md5(concat_ws(':', line.kind, line.order_id, line.attempt_id, line.product_id,
    line.ours, line.theirs, extract(epoch from line.since), ${mark}, ${variant})), 20)`
  return `
    select line.*, exists (select from resolved_differences where id = line.id) as is_settled
    from (
      select distinct ${lineId} as id, line.* from (
        select fault.subject, coalesce(given ->> 'kind', 'ledger') as kind,
          named.id as order_id, named.number as order_number, attempt.id as attempt_id,
          attempt.trade_no, product.id as product_id, campaign.id as campaign_id,
          case when given ->> 'kind' is null or given ->> 'kind' = 'ledger' then concat_ws('：',
            '${sentence}', case when coalesce(named.id, product.id) is null
              then coalesce(campaign.title, fault.subject) end) end as note,
          (given ->> 'ours')::bigint as ours, (given ->> 'theirs')::bigint as theirs,
          coalesce((given ->> 'since')::timestamptz, found.found_at, now()) as since,
          ${isLive ?? false} or found.found_at is not null as is_known
        from (
          select fault.subject collate "C" as subject, to_jsonb(fault) as given
          from (${statement}) as fault
        ) as fault
        left join book_findings as found
          on found.kind = '${id}' and found.subject_id = fault.subject
        left join payments as attempt on attempt.id = fault.subject
        left join participations as place on place.id = fault.subject
        left join groups as grouped on grouped.id = coalesce(place.group_id, fault.subject)
        left join campaigns as campaign
          on campaign.id = coalesce(grouped.campaign_id, split_part(fault.subject, ' ', 1))
        left join orders as named
          on named.id = coalesce(attempt.order_id, place.order_id, fault.subject)
        left join variants as sold on sold.id = fault.subject
        left join products as product on product.id = coalesce(sold.product_id, fault.subject)
      ) as line
    ) as line`
}
