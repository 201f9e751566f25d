import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminStockApi } from '#contract/stock.ts'
import type { MovementKind } from '#contract/stock-rules.ts'
import { apiQuery } from '../../api/queries.ts'
import type { EntryDialogProps } from '../lists/list-definition.ts'
import { PagedDialog } from '../lists/paged-dialog.tsx'
import { MovementTable } from './movement-table.tsx'
import { kindOptions } from './movement-words.ts'
import type { StockEntry } from './stock-entry.ts'

/** The ledger of one product, newest first. */
export function StockMovementsDialog({ entry, onClose }: EntryDialogProps<StockEntry>) {
  const [page, setPage] = useState(1)
  const [kind, setKind] = useState<MovementKind | ''>('')
  const query = { page: String(page), ...(kind !== '' && { kind }) }
  const movements = useQuery({
    ...apiQuery(adminStockApi.movements, { params: { id: entry.id }, query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return (
    <PagedDialog
      title={`庫存異動 ${entry.title}`}
      filter={{
        label: '類型',
        value: kind,
        options: kindOptions,
        onChange: (value) => {
          setKind(value)
          setPage(1)
        },
      }}
      pagination={movements.data?.pagination}
      onPage={setPage}
      error={movements.error}
      onClose={onClose}
    >
      {movements.data && <MovementTable movements={movements.data.movements} />}
    </PagedDialog>
  )
}
