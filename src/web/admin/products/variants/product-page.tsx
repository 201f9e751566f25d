import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Product } from '#contract/catalog.ts'
import { maxOptions, maxValues } from '#contract/product-limits.ts'
import { paths } from '../../../paths.ts'
import { usePageTitle } from '../../../ui/page-head.ts'
import { useMay } from '../../admin-context.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EntryPage } from '../../ui/entry-page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { keepEnter } from '../../ui/search-enter.ts'
import { UnsavedDialog } from '../../ui/unsaved-dialog.tsx'
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts'
import { productQuery, useVariantDrafts } from './use-variant-drafts.ts'
import { type CellFaults, withPicture } from './variant-cells.ts'
import { cellColumns, countRemoved } from './variant-drafts.ts'
import { VariantMany } from './variant-many.tsx'
import { VariantOptions } from './variant-options.tsx'
import { type PicturePlace, VariantPictureDialog } from './variant-picture.tsx'
import { VariantCards, VariantTable } from './variant-rows.tsx'

/** The page of a product: its options, and the variants that it is sold in. */
export function AdminProductPage({ id }: { id: string }) {
  const query = useQuery({
    ...productQuery(id),
    // The form begins with what is saved now, and another version would not reach it.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const product = query.data?.products.find((one) => one.id === id)
  usePageTitle(product?.title ?? '規格')
  return (
    <EntryPage
      list={{ name: '產品列表', path: paths.adminProducts() }}
      query={query}
      maxWidth={1440}
    >
      {() =>
        product ? (
          <VariantEditor key={id} product={product} />
        ) : (
          <Alert severity="error">找不到這個產品，可能已刪除</Alert>
        )
      }
    </EntryPage>
  )
}

function VariantEditor({ product }: { product: Product }) {
  const form = useRef<HTMLFormElement>(null)
  const hasCards = useMediaQuery('(max-width: 899.95px)', { noSsr: true })
  const isReadOnly = !useMay()('catalog.write')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setIsAsking] = useState(false)
  const [place, setPlace] = useState<PicturePlace>()
  const editor = useVariantDrafts(product, (faults) => focusFirst(form.current, faults))
  const { drafts, saved, change } = editor
  const guard = useUnsavedGuard({ isDirty: editor.isDirty, onClose: () => {} })
  const ticked = new Set(drafts.variants.flatMap(({ key }) => (chosen.has(key) ? [key] : [])))
  const gone = countRemoved(drafts, saved, product.id)
  const rows = {
    ...{ drafts, change, ticked, faults: editor.faults },
    onPicture: setPlace,
    onTick: (key: string, isTicked: boolean) =>
      setChosen((before) => {
        const next = new Set(before)
        if (isTicked) next.add(key)
        else next.delete(key)
        return next
      }),
  }

  function pressKey(event: KeyboardEvent) {
    // Enter in a field would save.
    if (event.target instanceof HTMLInputElement) keepEnter(event)
    const isUndo =
      (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
    if (!isUndo || !editor.canUndo) return
    event.preventDefault()
    editor.undo()
  }

  return (
    <>
      <Box
        component="form"
        ref={form}
        noValidate
        aria-label="規格"
        onKeyDown={pressKey}
        onSubmit={(event) => {
          event.preventDefault()
          if (gone > 0) setIsAsking(true)
          else editor.save()
        }}
      >
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere', mb: 2 }}>
          {product.title}
        </Typography>
        {editor.refused.changed && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {editor.refused.changed}
          </Alert>
        )}
        <Box component="fieldset" disabled={isReadOnly || editor.isSaving} sx={fieldset}>
          <Panel title="規格與選項">
            {editor.refused.options && <Alert severity="error">{editor.refused.options}</Alert>}
            <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
              最多 {maxOptions} 個規格，每個 {maxValues} 個選項；選項改名不影響庫存與訂單。
            </Typography>
            <VariantOptions {...{ product, drafts, change }} />
          </Panel>
          {drafts.variants.length > 0 && (
            <Panel title={`${drafts.variants.length} 種規格`}>
              {editor.refused.variants && (
                <Alert severity="error" sx={{ mb: 1.5 }}>
                  {editor.refused.variants}
                </Alert>
              )}
              {ticked.size > 0 && (
                <VariantMany ticked={ticked} change={change} onPicture={setPlace} />
              )}
              {hasCards ? (
                <VariantCards {...rows} />
              ) : (
                <VariantTable
                  {...rows}
                  onTickAll={(isTicked) =>
                    setChosen(new Set(isTicked ? drafts.variants.map(({ key }) => key) : []))
                  }
                />
              )}
            </Panel>
          )}
        </Box>
        <Box sx={bar}>
          <ActionButton
            variant="outlined"
            color="inherit"
            disabled={!editor.canUndo}
            onClick={editor.undo}
            sx={{ minHeight: 44 }}
          >
            復原
          </ActionButton>
          <ActionButton
            permission="catalog.write"
            type="submit"
            variant="contained"
            isLoading={editor.isSaving}
            disabled={!editor.isDirty}
            sx={{ minHeight: 44 }}
          >
            儲存
          </ActionButton>
        </Box>
        {isAsking && (
          <ConfirmDialog
            title={`移除 ${gone} 種規格？`}
            confirmLabel="儲存"
            cancelLabel="返回修改"
            color="error"
            onConfirm={() => {
              setIsAsking(false)
              editor.save()
            }}
            onCancel={() => setIsAsking(false)}
          >
            移除的規格不再販售；既有的訂單不變。
          </ConfirmDialog>
        )}
        {guard.isAsking && <UnsavedDialog onDiscard={guard.discard} onStay={guard.stay} />}
      </Box>
      {place && (
        <VariantPictureDialog
          {...{ place, product, drafts }}
          onChoose={(picture) => {
            change((before) => withPicture(before, place.keys, picture))
            setPlace(undefined)
          }}
          onClose={() => setPlace(undefined)}
        />
      )}
    </>
  )
}

/** The first refused cell, in the order of the rows. */
function focusFirst(form: HTMLFormElement | null, faults: CellFaults) {
  const [key, cells] = Object.entries(faults)[0] ?? []
  const column = cellColumns.find((name) => cells?.[name] !== undefined)
  if (!key || !column) return
  const isCell = ({ dataset }: HTMLElement) => dataset.variant === key && dataset.column === column
  const fields = form?.querySelectorAll<HTMLInputElement>('input[data-column]') ?? []
  Array.from(fields).find(isCell)?.focus()
}

const fieldset = { m: 0, p: 0, border: 0, minWidth: 0, display: 'grid', gap: 2 } as const
const bar = {
  ...{ position: 'sticky', bottom: '-16px', zIndex: 2, mt: 2, pt: 1, pb: 3 },
  ...{ display: 'flex', justifyContent: 'flex-end', gap: 1, bgcolor: 'background.default' },
} as const
