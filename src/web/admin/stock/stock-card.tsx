import Box from '@mui/material/Box'
import { Thumbnail } from '../products/thumbnail.tsx'
import type { StockEntry } from './stock-entry.ts'

/** A row of the stock list on a narrow screen. */
export function StockCard({ entry }: { entry: StockEntry }) {
  const { title, imageUrl, on_hand, held, available } = entry
  return (
    <Box sx={{ display: 'flex', gap: 1.5 }}>
      <Thumbnail src={imageUrl} alt="" size={72} />
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5, alignContent: 'start' }}>
        <Box component="strong" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Box>
        {on_hand === null ? (
          <span>不限量</span>
        ) : (
          <>
            <span>可售 {available}</span>
            <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
              庫存 {on_hand}・已保留 {held}
            </Box>
          </>
        )}
      </Box>
    </Box>
  )
}
