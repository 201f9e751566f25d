import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { CartLine } from '#contract/cart.ts'
import { formatMoney } from '#contract/money.ts'
import { noReturnText } from '#contract/no-return.ts'
import { t } from '#contract/translate.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { createChunkLoader } from '../ui/load-chunk.ts'
import { Picture } from '../ui/picture.tsx'
import { useLazyDialog } from '../ui/use-lazy-dialog.ts'
import { useRemoveLine, useUpdateLine } from './cart.queries.ts'
import { LineQuantity } from './line-quantity.tsx'
import { LineShortage } from './line-shortage.tsx'

const loadSheet = createChunkLoader(() => import('./change-variant-sheet.tsx'))

interface CartLineRowProps {
  line: CartLine
  isLocked: boolean
  onRemoved: () => void
}

export function CartLineRow({ line, isLocked, onRemoved }: CartLineRowProps) {
  const { product } = line
  const titleId = useId()
  const update = useUpdateLine()
  const remove = useRemoveLine()
  // Set in the click itself, so that a second click in the same frame is ignored.
  const [askedQty, setAskedQty] = useState<number | null>(null)
  const isBusy = isLocked || askedQty !== null || remove.isPending
  const isGone = product.is_enabled === 0

  function change(qty: number) {
    setAskedQty(qty)
    update.mutate(
      { params: { id: line.id }, data: { product_id: line.product_id, qty } },
      { onSettled: () => setAskedQty(null) },
    )
  }

  return (
    <li
      aria-busy={isBusy}
      className="grid grid-cols-[min(5.5rem,24vw)_minmax(0,1fr)] items-start gap-x-4 py-5 sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-6 md:items-center"
    >
      <Picture
        src={product.imageUrl}
        alt=""
        sizes="(min-width: 40rem) 112px, 88px"
        className={`aspect-square w-full rounded-lg ${isGone ? 'opacity-50 grayscale' : ''}`}
      />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 md:grid-cols-[minmax(0,1fr)_auto_6.5rem] md:items-center">
        <div className="min-w-0">
          <p
            id={titleId}
            className="leading-title font-semibold break-keep [overflow-wrap:anywhere]"
          >
            {isGone ? (
              product.title
            ) : (
              <Link to={paths.product(product.id, line.variant_id)} className="hover:underline">
                {product.title}
              </Link>
            )}
          </p>
          <p className="mt-1 text-sm text-ink-muted tabular-nums">
            {formatMoney(product.price)}
            {product.unit && ` / ${product.unit}`}
          </p>
          {product.no_return && (
            <p className="mt-1 text-sm text-warn">{noReturnText(product.no_return)}</p>
          )}
          {line.variant_id !== undefined && (
            <ChangeVariant line={line} isBusy={isBusy} productTitleId={titleId} />
          )}
        </div>
        {isGone ? (
          <p className="flex flex-wrap items-center gap-2 text-sm text-danger">
            <Badge tone="danger">{t('已下架')}</Badge>
            {line.variant_id === undefined ? t('請移除此商品') : t('請看看其他規格，或移除此商品')}
          </p>
        ) : (
          <div className="flex min-w-0 flex-col items-start gap-2">
            {line.stock_left !== 0 && (
              <LineQuantity
                qty={askedQty ?? line.qty}
                isDisabled={isBusy}
                productTitleId={titleId}
                onChange={change}
              />
            )}
            {line.stock_left !== undefined && (
              <LineShortage
                left={line.stock_left}
                isBusy={isBusy}
                productTitleId={titleId}
                onChange={change}
              />
            )}
          </div>
        )}
        <div className="-ml-3 flex flex-row-reverse flex-wrap items-center justify-between gap-2 md:-mr-3 md:ml-0 md:flex-col md:items-end">
          <p className="font-semibold tabular-nums md:mr-3">
            {isGone ? (
              <span className="text-sm font-normal text-ink-muted">{t('不計入總計')}</span>
            ) : (
              formatMoney(line.total)
            )}
          </p>
          <Button
            variant="quiet"
            icon={<Trash2 />}
            aria-disabled={isBusy}
            isLoading={remove.isPending}
            aria-describedby={titleId}
            onClick={() => remove.mutate({ params: { id: line.id } }, { onSuccess: onRemoved })}
          >
            {t('移除')}
          </Button>
        </div>
      </div>
    </li>
  )
}

function ChangeVariant(props: { line: CartLine; isBusy: boolean; productTitleId: string }) {
  const { line, isBusy, productTitleId } = props
  const { Dialog, isOpen, open, close } = useLazyDialog(
    async () => (await loadSheet()).ChangeVariantSheet,
    t('暫時無法更改規格，請再試一次'),
  )
  return (
    <>
      <span className="-ml-3 inline-flex">
        <Button
          variant="quiet"
          aria-haspopup="dialog"
          aria-disabled={isBusy}
          aria-describedby={productTitleId}
          onClick={open}
        >
          {t('更改規格')}
        </Button>
      </span>
      {Dialog && <Dialog line={line} isOpen={isOpen} onClose={close} />}
    </>
  )
}
