import type { OrderShipping } from '#contract/shipping.ts'
import {
  shippingKindLabels,
  type Temperature,
  temperatureLabels,
} from '#contract/shipping-kinds.ts'
import { t } from '#contract/translate.ts'

/** The method of an order by its name; undefined for the one way home of a shop without others. */
export function deliveryName(
  shipping: Pick<OrderShipping, 'kind' | 'name'> | undefined,
): string | undefined {
  const isUsual = shipping?.kind === 'home' && shipping.name === shippingKindLabels.home
  return isUsual ? undefined : t(shipping?.name)
}

/** Goods by their name, with what must be kept cold before it. */
export function withTemperature(goods: {
  title: string
  shipping_temperature?: Temperature | undefined
}): string {
  const { title, shipping_temperature: temperature } = goods
  return temperature
    ? t('【{temperature}】{title}', { temperature: t(temperatureLabels[temperature]), title })
    : title
}
