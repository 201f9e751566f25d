import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import type { arrive } from '#contract/arrival.schema.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import { soldId } from '../../../campaigns/prices/group-price.ts'
import { Amount } from '../../ui/amount.tsx'
import { AmountInput } from '../../ui/fields/amount-input.tsx'

export type ArrivalPlace = EndpointReply<typeof arrive>['places'][number]

/** Pieces typed for each line of a place, by the id of the place. */
export type TypedShares = Record<
  string,
  { product_id: string; variant_id?: string; qty: number | '' }[]
>

export function isReduced({ lines }: ArrivalPlace): boolean {
  return lines.some(({ given, ordered }) => given < ordered)
}

/** The shares that a plan gives a place, without what was shipped. */
export function sharesOfPlace({ lines }: ArrivalPlace): TypedShares[string] {
  return lines.map(({ product_id, variant_id, given, shipped }) => ({
    product_id,
    ...(variant_id && { variant_id }),
    qty: given - shipped,
  }))
}

interface PlaceListProps {
  places: readonly ArrivalPlace[]
  /** Of shares given by hand. */
  typed?: TypedShares
  onType?: (typed: TypedShares) => void
}

/** Pieces and refund of each participant, in the order of joining. */
export function PlaceList({ places, typed, onType }: PlaceListProps) {
  if (places.length === 0) {
    return <Box sx={{ color: 'text.secondary' }}>沒有等待到貨的訂單。</Box>
  }
  return (
    <Box component="ol" aria-label="跟團者分到的數量" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {places.map((place) => (
        <Box component="li" key={place.participation_id} sx={row}>
          <Box sx={{ minWidth: 0 }}>
            {place.name}
            <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{place.number}</Box>
            {!place.accepts_fewer && <Chip size="small" label="全部或不要" sx={{ mt: 0.5 }} />}
          </Box>
          <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
            {place.lines.map((line, index) => (
              <Line
                key={soldId(line)}
                place={place}
                line={line}
                {...(typed && { qty: typed[place.participation_id]?.[index]?.qty ?? '' })}
                onType={(qty) => typed && onType?.(withQty(typed, { place, index, qty }))}
              />
            ))}
          </Box>
          <Box sx={{ textAlign: { sm: 'right' }, fontWeight: place.refund > 0 ? 600 : 400 }}>
            {place.refund > 0 ? (
              <>
                退 <Amount value={place.refund} />
              </>
            ) : (
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {isReduced(place) ? '不需退款' : '足額'}
              </Box>
            )}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

type LeftOutPlace = NonNullable<EndpointReply<typeof arrive>['left_out']>[number]

const namedPlaces = 10

/** Places that keep the pieces that they have, and why. */
export function LeftOutPlaces({ places }: { places: readonly LeftOutPlace[] }) {
  if (places.length === 0) return null
  const named = places
    .slice(0, namedPlaces)
    .map(({ number, name, reason }) => `${name} ${number}（${reason}）`)
  const more = places.length > named.length ? ` 等 ${places.length} 筆` : ''
  return (
    <Box sx={{ color: 'text.secondary', fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
      不參加這次分配，數量不變：{named.join('、')}
      {more}
    </Box>
  )
}

function withQty(
  typed: TypedShares,
  { place, index, qty }: { place: ArrivalPlace; index: number; qty: number | '' },
): TypedShares {
  const id = place.participation_id
  // A place that was paid for meanwhile has no shares yet.
  const lines = typed[id] ?? sharesOfPlace(place)
  return { ...typed, [id]: lines.map((line, n) => (n === index ? { ...line, qty } : line)) }
}

function Line(props: {
  place: ArrivalPlace
  line: ArrivalPlace['lines'][number]
  /** Typed, without what was shipped; absent where a rule gives. */
  qty?: number | ''
  onType: (qty: number | '') => void
}) {
  const { place, line, qty } = props
  const { title, ordered, given, shipped } = line
  const isLess = given < ordered
  const label = `訂 ${ordered - shipped}，得`
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Box sx={{ flex: '1 1 120px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {title}
        {shipped > 0 && (
          <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
            （已出貨 {shipped}）
          </Box>
        )}
      </Box>
      {qty === undefined ? (
        <Box sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          訂 {ordered} →{' '}
          <Box component="span" sx={isLess ? { color: 'error.main', fontWeight: 600 } : {}}>
            得 {given}
          </Box>
        </Box>
      ) : (
        <AmountInput
          label={label}
          value={qty}
          onChange={props.onType}
          sx={{ width: 120 }}
          slotProps={{
            htmlInput: { 'aria-label': `${place.name} ${place.number} ${title} ${label}` },
          }}
        />
      )}
    </Box>
  )
}

const row = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '160px minmax(0, 1fr) 110px' },
  gap: { xs: 0.75, sm: 2 },
  alignItems: 'start',
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
} as const
