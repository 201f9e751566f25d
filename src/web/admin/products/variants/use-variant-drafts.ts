import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { adminCatalogApi, type Product } from '#contract/catalog.ts'
import { adminStockApi } from '#contract/stock.ts'
import { ApiError, isUnauthorized } from '../../../api/api-error.ts'
import { apiQuery } from '../../../api/queries.ts'
import { write } from '../../../api/write.ts'
import { hideToast, showToast } from '../../../ui/toast-store.ts'
import { changedTo, type UndoHistory, undone } from './undo-history.ts'
import {
  type CellFaults,
  countedTitles,
  faultsOf,
  stockLines,
  toInput,
  withCounts,
} from './variant-cells.ts'
import { draftsOf, optionFault, rebased, toOptions, type VariantDrafts } from './variant-drafts.ts'

/** `place` names the field that is typed in, so that one undo takes back all that was typed. */
export type ChangeDrafts = (
  change: (drafts: VariantDrafts) => VariantDrafts,
  place?: string,
) => void

/** Refusals of the server: of one field, or of cells. */
interface Refused {
  /** The version was stale: another user has saved since the form was loaded. */
  changed?: string
  options?: string | undefined
  variants?: string | undefined
  cells: CellFaults
}

const nothing: Refused = { cells: {} }

class ChangedMeanwhile extends Error {}

/** The options and variants of a product while they are edited. */
export function useVariantDrafts(product: Product, onRefused: (faults: CellFaults) => void) {
  const client = useQueryClient()
  const [saved, setSaved] = useState(() => draftsOf(product))
  const [version, setVersion] = useState(product.variants_version ?? '')
  const [history, setHistory] = useState<UndoHistory<VariantDrafts>>({ now: saved, past: [] })
  const [refused, setRefused] = useState(nothing)
  // A function that stays, so that rows that did not change are not rendered.
  const [change] = useState(() => (...[next, place]: Parameters<ChangeDrafts>) => {
    setRefused(nothing)
    setHistory((before) => changedTo(before, next(before.now), place))
  })
  const drafts = history.now
  const own = useMemo(() => faultsOf(drafts, saved), [drafts, saved])
  const faults = useMemo(() => mergedFaults(own, refused.cells), [own, refused])
  const isDirty = useMemo(() => JSON.stringify(drafts) !== JSON.stringify(saved), [drafts, saved])

  function begin(next: VariantDrafts, base = next) {
    setSaved(base)
    setHistory({ now: next, past: [] })
  }

  function refuse(error: Error) {
    if (isUnauthorized(error)) return
    const told = refusalsOf(error, drafts)
    // A field that is disabled, or within a closed card, takes no focus.
    flushSync(() => setRefused(told))
    onRefused(told.cells)
    showToast({ message: error.message, success: false })
  }

  async function saveLists() {
    try {
      return await write(adminCatalogApi.update, {
        params: { id: product.id },
        data: { ...productInputOf(product, drafts), variants_version: version },
      })
    } catch (error) {
      const isChanged = error instanceof ApiError && error.code === 'VARIANTS_CHANGED'
      throw isChanged ? await takeTheirs() : error
    }
  }

  /** Loads the newer version and reapplies the edits; the next save is based on that version. */
  async function takeTheirs(): Promise<Error> {
    const { products } = await client.fetchQuery({ ...productQuery(product.id), staleTime: 0 })
    const found = products.find(({ id }) => id === product.id)
    if (!found) return new ChangedMeanwhile('找不到這個產品，可能已刪除')
    const theirs = draftsOf(found)
    const merged = rebased(saved, drafts, theirs)
    begin(merged ?? drafts, theirs)
    setVersion(found.variants_version ?? '')
    return new ChangedMeanwhile(
      merged
        ? '規格已被他人更新，畫面已換成最新內容並保留您的修改，請確認後再儲存'
        : '規格與選項已被他人更新，畫面保留您的內容；再次儲存會取代對方的修改',
    )
  }

  const saving = useMutation<void, Error, void>({
    mutationFn: async () => {
      const counts = countedTitles(drafts, saved)
      const isChanged = inputsOf(drafts) !== inputsOf(saved)
      let base = saved
      let message = '已更新庫存'
      if (isChanged) {
        const reply = await saveLists()
        message = reply.message
        base = draftsOf(reply.product)
        setVersion(reply.product.variants_version ?? '')
        begin(withCounts(base, counts), base)
      }
      const lines = stockLines(product.id, base, counts)
      if (lines.length > 0) {
        try {
          const { notice } = await write(adminStockApi.count, { data: { lines } })
          if (notice) message = `${message}。${notice}`
        } catch (error) {
          setSaved(withCounts(base, countsNow(error, base)))
          throw error
        }
      }
      begin(withCounts(base, counts))
      showToast({ message, success: true })
    },
    onError: refuse,
  })

  const isSaving = saving.isPending && refused === nothing
  return {
    drafts,
    saved,
    faults,
    refused,
    change,
    canUndo: history.past.length > 0 && !isSaving,
    undo: () => {
      setRefused(nothing)
      setHistory(undone)
      // It may tell of what is undone, such as cells that were pasted.
      hideToast()
    },
    isDirty,
    /** The fields are disabled during a save, because an edit would be lost. */
    isSaving,
    save: () => {
      if (isSaving) return
      const fault = optionFault(drafts)
      const count = Object.values(own).flatMap((cells) => Object.keys(cells)).length
      if (fault) setRefused({ ...nothing, options: fault })
      else if (count > 0) onRefused(own)
      if (!fault && count === 0) {
        setRefused(nothing)
        return saving.mutate()
      }
      showToast({ message: fault ?? `有 ${count} 個欄位需要修正`, success: false })
    },
  }
}

function inputsOf(drafts: VariantDrafts): string {
  const variants = drafts.variants.map((variant) => toInput(drafts, variant))
  return JSON.stringify([toOptions(drafts), variants])
}

/** The product as it is, but for its options and variants. */
function productInputOf(product: Product, drafts: VariantDrafts) {
  const { title, category, unit, origin_price, price } = product
  return {
    ...{ title, category, unit, origin_price, price },
    options: toOptions(drafts),
    variants: drafts.variants.map((variant) => toInput(drafts, variant)),
    changed_fields: ['options', 'variants'] as ('options' | 'variants')[],
  }
}

/** The product as its page reads it. */
export const productQuery = (id: string) => apiQuery(adminCatalogApi.list, { query: { q: id } })

function refusalsOf(error: Error, drafts: VariantDrafts): Refused {
  if (error instanceof ChangedMeanwhile) return { changed: error.message, cells: {} }
  if (!(error instanceof ApiError)) return nothing
  const cells: CellFaults = Object.fromEntries(
    (error.lines ?? []).map(({ product_id, variant_id: id = product_id, message }) => [
      id,
      { on_hand: message },
    ]),
  )
  const { options, variants } = error.fields ?? {}
  const [, sku] = variants?.match(/^商品貨號「(.+)」/) ?? []
  const named = drafts.variants.find((variant) => variant.cells.sku.trim() === sku)
  if (sku && named && variants) return { cells: { [named.key]: { sku: variants } } }
  return { cells, options, variants }
}

/** The quantities on hand of a stale count, by variant id; saving again confirms the count against them. */
function countsNow(error: unknown, { variants }: VariantDrafts): Map<string, number | null> {
  const lines = error instanceof ApiError ? (error.lines ?? []) : []
  const known = new Set(variants.map(({ key }) => key))
  return new Map(
    lines.flatMap(({ product_id, variant_id: id = product_id, on_hand }) =>
      on_hand !== undefined && known.has(id) ? [[id, on_hand] as const] : [],
    ),
  )
}

function mergedFaults(own: CellFaults, told: CellFaults): CellFaults {
  const merged = { ...own }
  for (const [key, cells] of Object.entries(told)) merged[key] = { ...cells, ...merged[key] }
  return merged
}
