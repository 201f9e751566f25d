import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { adminCategoryApi, type Category } from '#contract/categories.ts'
import { apiQuery } from '../../api/queries.ts'
import { changesShown, write } from '../../api/write.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { showToast } from '../../ui/toast-store.ts'
import { useMay } from '../admin-context.ts'
import { RetryAlert } from '../ui/retry-alert.tsx'
import { CategoryFormDialog } from './category-form-dialog.tsx'
import { CategoryMergeDialog } from './category-merge-dialog.tsx'
import { CategoryRow } from './category-row.tsx'

/** The categories of the products, in the order in which shoppers see them. */
export function AdminCategoryListPage() {
  usePageTitle('商品分類')
  const query = useQuery({ ...apiQuery(adminCategoryApi.list, {}), staleTime: 0 })
  const categories = query.data?.categories
  return (
    <Box component="section" sx={page}>
      <Typography variant="h1">商品分類</Typography>
      {categories ? (
        <Categories categories={categories} />
      ) : query.error ? (
        <RetryAlert query={query} />
      ) : (
        <CircularProgress aria-label="載入中" />
      )}
    </Box>
  )
}

function Categories({ categories }: { categories: readonly Category[] }) {
  const mayWrite = useMay()('catalog.write')
  const list = useRef<HTMLUListElement>(null)
  const dragged = useRef<string>(undefined)
  const [dialog, setDialog] = useState<{ kind: 'edit' | 'merge'; category: Category }>()
  const [moved, setMoved] = useState('')
  /** The order until the list has been read again. */
  const [names, setNames] = useState<string[]>()
  const order = useMutation({
    mutationFn: (sent: string[]) => write(adminCategoryApi.order, { data: { names: sent } }),
    scope: { id: 'categories' },
    onError: (error) => showToast({ tone: 'failure', text: error.message }),
    onSettled: async (_reply, _error, sent) => {
      await changesShown()
      // The owner may have moved another one before this answer.
      setNames((now) => (now === sent ? undefined : now))
    },
  })
  const shown = names
    ? categories.toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
    : categories

  function move(name: string, to: number) {
    const next = shown.map((category) => category.name).filter((other) => other !== name)
    next.splice(to, 0, name)
    flushSync(() => {
      setNames(next)
      setMoved(`「${name}」已移到第 ${to + 1} 個`)
    })
    order.mutate(next)
  }

  /** The row takes the focus of its button along. */
  function step(name: string, to: number) {
    const direction = to < shown.findIndex((category) => category.name === name) ? 'up' : 'down'
    move(name, to)
    const buttons = list.current?.children[to]?.querySelectorAll<HTMLButtonElement>('[data-move]')
    const [same, other] = [...(buttons ?? [])].toSorted(
      (one, two) => Number(two.dataset.move === direction) - Number(one.dataset.move === direction),
    )
    if (same?.disabled) other?.focus()
    else same?.focus()
  }

  if (categories.length === 0) {
    return (
      <Typography sx={{ color: 'text.secondary' }}>
        還沒有分類。新增產品時填寫分類，就會出現在這裡。
      </Typography>
    )
  }
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {mayWrite
          ? '商店依這個順序列出分類，可以拖曳，或用箭頭調整；還沒排過的分類在後面，最近有新商品的在前。'
          : '商店依這個順序列出分類。'}
      </Typography>
      <Paper variant="outlined" component="ul" ref={list} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map((category, position) => (
          <CategoryRow
            key={category.name}
            category={category}
            position={position}
            last={shown.length - 1}
            onMove={(to) => step(category.name, to)}
            onDragStart={() => {
              dragged.current = category.name
            }}
            onDrop={() => {
              const name = dragged.current
              dragged.current = undefined
              if (name !== undefined && name !== category.name) move(name, position)
            }}
            onEdit={() => setDialog({ kind: 'edit', category })}
            onMerge={() => setDialog({ kind: 'merge', category })}
          />
        ))}
      </Paper>
      <Box component="span" role="status" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
        {moved}
      </Box>
      {dialog?.kind === 'edit' && (
        <CategoryFormDialog category={dialog.category} onClose={() => setDialog(undefined)} />
      )}
      {dialog?.kind === 'merge' && (
        <CategoryMergeDialog
          category={dialog.category}
          categories={shown}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}

const page = {
  display: 'grid',
  gap: 2,
  // A line that does not wrap must not widen the screen.
  gridTemplateColumns: 'minmax(0, 1fr)',
  maxWidth: 900,
  width: '100%',
} as const
