import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useState } from 'react'
import { contactLine } from '#contract/imprint.ts'
import { contactName } from '#contract/members.ts'
import { formatMoney } from '#contract/money.ts'
import type { PackingOrder } from '#contract/packing.ts'
import { brand, shopSettings } from '../../api/shop-config.ts'
import { paths } from '../../paths.ts'
import { deliveryName, withTemperature } from '../../shared/delivery-name.ts'
import { onDeliveryLabel } from '../../shared/payment-state-label.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { ShopLogo } from '../../ui/shop-logo.tsx'
import { useMay } from '../admin-context.ts'
import { byParcel, type PackedParcel } from './by-parcel.ts'
import { PrintPage } from './print-page.tsx'
import { slipStyles } from './slip-styles.ts'

/** 出貨單: one for each parcel, to lie in it. */
export function SlipsPage() {
  const [hasPrices, setHasPrices] = useState(false)
  const may = useMay()
  return (
    <PrintPage
      title="出貨單"
      paper={{ size: 'A4', margin: '10mm' }}
      options={
        may('money.read') && (
          <FormControlLabel
            label="列印金額"
            control={
              <Checkbox
                checked={hasPrices}
                onChange={({ target }) => setHasPrices(target.checked)}
              />
            }
          />
        )
      }
    >
      {({ orders }) => (
        <Box sx={slipStyles}>
          {byParcel(orders).map((parcel) => (
            <Slip key={parcel.first.id} parcel={parcel} hasPrices={hasPrices} />
          ))}
        </Box>
      )}
    </PrintPage>
  )
}

function Slip({ parcel, hasPrices }: { parcel: PackedParcel; hasPrices: boolean }) {
  const { first: order, orders } = parcel
  const { user, shipping } = order
  const isMerged = orders.length > 1
  const method = deliveryName(shipping)
  const title = `出貨單 ${order.number}`
  return (
    <article aria-label={title}>
      <header>
        <div>
          <p className="shop">
            <ShopLogo logo={brand.logo} name={shopSettings.name} showsName={brand.shows_name} />
          </p>
          <h2>{title}</h2>
          {isMerged && <p>併單出貨：{orders.map(({ number }) => number).join('、')}</p>}
          <p>
            {formatDateTime(order.create_at)} 訂購
            {order.is_partly_shipped && '・部分商品已先出貨'}
          </p>
        </div>
        <QrCode
          text={`${location.origin}/#${paths.adminOrder(order.id)}`}
          size={88}
          margin={0}
          label={`訂單 ${order.number} 的 QR code`}
        />
      </header>
      <dl>
        <dt>收件人</dt>
        <dd>
          <bdi>{contactName(user.name)}</bdi>
        </dd>
        <dt>電話</dt>
        <dd>
          <bdi>{user.tel}</bdi>
        </dd>
        {method && (
          <>
            <dt>配送方式</dt>
            <dd>
              <bdi>{method}</bdi>
            </dd>
          </>
        )}
        {orders.some(({ is_on_delivery: isOnDelivery }) => isOnDelivery) && (
          <>
            <dt>付款方式</dt>
            <dd>{onDeliveryLabel}</dd>
          </>
        )}
        <dt>{shipping.kind === 'home' ? '地址' : '取貨地點'}</dt>
        <dd>
          <bdi>{user.address}</bdi>
        </dd>
        {orders.map((one) => (
          <Remarks key={one.id} order={one} isMerged={isMerged} />
        ))}
      </dl>
      <table>
        <thead>
          <tr>
            <td />
            <th>商品</th>
            <th className="number">數量</th>
            {hasPrices && <th className="number">單價</th>}
            {hasPrices && <th className="number">小計</th>}
          </tr>
        </thead>
        {orders.map((one) => (
          <Lines key={one.id} order={one} isMerged={isMerged} hasPrices={hasPrices} />
        ))}
      </table>
      {hasPrices && (
        <p className="total">
          訂單金額{' '}
          <strong>{formatMoney(orders.reduce((sum, { total = 0 }) => sum + total, 0))}</strong>
        </p>
      )}
      <footer>{contactLine(shopSettings)}</footer>
    </article>
  )
}

/** The group buy and the words of the shopper; of merged orders they say whose they are. */
function Remarks({ order, isMerged }: { order: PackingOrder; isMerged: boolean }) {
  const { group, message, number } = order
  const of = isMerged ? `（訂單 ${number}）` : ''
  return (
    <>
      {group && (
        <>
          <dt>團購</dt>
          <dd>
            <bdi>
              {group.title}（{group.code}）{of}
            </bdi>
          </dd>
        </>
      )}
      {message && (
        <>
          <dt>備註</dt>
          <dd>
            <bdi>
              {message}
              {of}
            </bdi>
          </dd>
        </>
      )}
    </>
  )
}

function Lines(props: { order: PackingOrder; isMerged: boolean; hasPrices: boolean }) {
  const { order, isMerged, hasPrices } = props
  return (
    <tbody>
      {isMerged && (
        <tr>
          <th colSpan={hasPrices ? 5 : 3} scope="rowgroup">
            訂單 {order.number}
          </th>
        </tr>
      )}
      {order.lines.map(({ line_id, title, shipping_temperature, unit, qty, price }) => (
        <tr key={line_id}>
          <td className="box">□</td>
          <td>
            <bdi>{withTemperature({ title, shipping_temperature })}</bdi>
          </td>
          <td className="number">
            {qty} {unit}
          </td>
          {hasPrices && <td className="number">{formatMoney(price ?? 0)}</td>}
          {hasPrices && <td className="number">{formatMoney((price ?? 0) * qty)}</td>}
        </tr>
      ))}
    </tbody>
  )
}
