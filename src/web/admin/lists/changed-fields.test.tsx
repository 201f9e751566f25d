import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminArticleApi } from '#contract/articles.ts'
import { endpointKey } from '#contract/endpoint.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { EditArticleDialog } from '../articles/article-form-dialog.tsx'
import { CouponFormDialog } from '../coupons/coupon-form-dialog.tsx'
import { CouponRulesPanel } from '../coupons/coupon-rules-panel.tsx'
import { ProductFormDialog } from '../products/product-form-dialog.tsx'
import { StaffFormDialog } from '../staff/staff-form-dialog.tsx'
import { renderAdmin } from '../testing/render-admin.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

const ignored = () => {}
const controls = { onSaved: ignored, onClose: ignored, onDeleted: ignored, onReload: ignored }
const isSave = ({ method }: { method: string }) => method === 'PUT'

/** Types into one field, saves, and gives the `data` that the form sends. */
async function change(label: string | RegExp, value: string) {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
  const saved = network.requests.filter(isSave).length
  fireEvent.click(screen.getByText('儲存'))
  const save = await vi.waitUntil(() => network.requests.filter(isSave)[saved])
  return { save, data: (save.body as { data: Record<string, unknown> }).data }
}

const person = {
  ...{ id: 'person', uid: 'person', username: 'person@example.com', name: '陳小美' },
  ...{ role: 'manager' as const, is_disabled: false, has_totp: false },
}
const product = {
  ...{ id: 'mug', num: 1, title: '馬克杯', category: '茶與咖啡', unit: '個', content: { ml: 300 } },
  ...{ origin_price: 580, price: 420, description: '', imageUrl: '', is_enabled: 1 as const },
  imagesUrl: ['/uploads/a.jpg'],
}
const coupon = {
  ...{ id: 'coupon', num: 1, title: '週年慶', code: 'year', percent: 80 },
  ...{ due_date: 4_070_908_799, is_enabled: 1 as const, categories: ['燈飾'] },
}
const article = {
  ...{ id: 'article', num: 1, title: '出貨', author: '店主', isPublic: true, content: '內容' },
  ...{ description: '', image: '', tag: ['出貨'], create_at: 1_700_000_000 },
}

test('the dialog of a person sends what was changed in it alone', async () => {
  renderAdmin(<StaffFormDialog {...controls} entry={person} onOpen={ignored} />)
  expect((await change('姓名', '陳小梅')).data).toEqual({ name: '陳小梅' })
})

const forms = {
  product: () => <ProductFormDialog {...controls} product={product} />,
  coupon: () => <CouponFormDialog {...controls} coupon={coupon} />,
  rules: () => <CouponRulesPanel coupon={coupon} />,
}
test.each<[keyof typeof forms, string, RegExp, string]>([
  ['product', 'description', /^描述/, '<p>新</p>'],
  ['product', 'imagesUrl', /^圖片網址 2/, '/b.jpg'],
  ['coupon', 'percent', /^折扣數/, '70'],
  ['rules', 'max_uses', /^總次數/, '6'],
])('the form of a %s in which %s was changed names it alone', async (form, field, label, value) => {
  renderAdmin(forms[form]())
  expect((await change(label, value)).data).toMatchObject({ changed_fields: [field] })
})

test('what was saved and is changed back is named again', async () => {
  renderAdmin(<CouponRulesPanel coupon={coupon} />)
  const first = await change('總次數', '6')
  first.save.answer({ success: true, message: '已更新優惠券', coupon })
  await screen.findByRole('button', { name: '儲存' })
  const back = await change('總次數', '')
  expect(back.data).toMatchObject({ max_uses: null, changed_fields: ['max_uses'] })
})

test('a later read of an announcement is not taken for a change of the form', async () => {
  const entry: ComponentProps<typeof EditArticleDialog>['entry'] = article
  const client = renderAdmin(<EditArticleDialog {...controls} entry={entry} onOpen={ignored} />)
  const first = await network.request(0)
  first.answer({ success: true, article })
  await screen.findByLabelText(/^標題/)
  void client.invalidateQueries({ queryKey: endpointKey(adminArticleApi.detail) })
  const second = await network.request(1)
  second.answer({ success: true, article: { ...article, title: '同事改的', isPublic: false } })
  await screen.findByText('編輯 同事改的')
  expect((await change('描述', '除夕前')).data).toMatchObject({ changed_fields: ['description'] })
})
