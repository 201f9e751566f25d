import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { orderMailLabels } from '#contract/order-states.ts'
import { defaultSettings } from '#contract/settings.ts'
import { clearAdminToken, setAdminToken } from '../../api/admin-session.ts'
import { paths } from '../../paths.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { isInactive, renderAdmin } from '../testing/render-admin.tsx'
import { AdminSettingsPage } from './settings-page.tsx'

let network: HeldNetwork
const answered = new Set<unknown>()

beforeEach(() => {
  network = new HeldNetwork()
  setAdminToken('token', Date.now() + 3_600_000)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  clearAdminToken()
})

function open(group: string) {
  const path = `${paths.adminSettings()}/*`
  return renderAdmin(<AdminSettingsPage />, { path, address: paths.adminSettings(group) })
}

/** The next request that ends with this path and has no answer yet. */
async function nextRequest(path: string) {
  const request = await waitFor(() => {
    const found = network.requests.find((one) => one.path.endsWith(path) && !answered.has(one))
    if (!found) throw new Error(`no request to ${path}`)
    return found
  })
  answered.add(request)
  return request
}

function settingsOf(version: number, values: Partial<typeof defaultSettings> = {}) {
  const groups = Object.entries({ ...defaultSettings, ...values })
  return {
    success: true,
    message: '已儲存',
    settings: Object.fromEntries(groups.map(([name, group]) => [name, { version, values: group }])),
  }
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })

test.each(['個資保存年限', /^隱私權政策/])(
  'leaving asks while one of two forms is unsaved: %s',
  async (name) => {
    open('privacy')
    ;(await nextRequest('/admin/settings')).answer(settingsOf(1))
    const versions = { success: true, versions: [], text: '## 隱私權', terms: '' }
    ;(await nextRequest('/admin/privacy')).answer(versions)
    await field('個資保存年限')
    await asHtml()
    fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value: '8' } })
    fireEvent.click(screen.getByRole('tab', { name: '安全' }))
    await screen.findByRole('alertdialog', { name: '尚有未儲存的變更' })

    fireEvent.click(screen.getByRole('button', { name: '捨棄變更' }))
    fireEvent.click(await screen.findByRole('checkbox', { name: '要求所有成員啟用兩步驟驗證' }))
    fireEvent.click(screen.getByRole('tab', { name: '庫存' }))
    await screen.findByRole('alertdialog', { name: '尚有未儲存的變更' })
  },
)

/** The policy in its HTML view, whose field is plain. */
const asHtml = async () => fireEvent.click((await screen.findAllByText('HTML'))[0] as Element)

const type = (into: HTMLElement, value: string) => fireEvent.change(into, { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: '儲存' }))
const isSaved = () =>
  waitFor(() => expect(isInactive(screen.getByRole('button', { name: '儲存' }))).toBe(false))
const { shop, mail } = defaultSettings

test('a save keeps the focus and what is typed meanwhile', async () => {
  open('shop')
  ;(await nextRequest('/admin/settings')).answer(settingsOf(1))
  type(await field('商店名稱'), ' 新店 ')
  save()
  const sent = await nextRequest('/admin/settings/shop')
  const [name, phone, person] = [
    await field('商店名稱'),
    await field('聯絡電話'),
    await field('負責人'),
  ]
  person.focus()
  type(phone, '02-1')
  sent.answer(settingsOf(2, { shop: { ...shop, name: '新店' } }))
  await isSaved()
  type(person, '王小明')
  const read = await nextRequest('/admin/settings')
  await act(async () => read.answer(settingsOf(2, { shop: { ...shop, name: '新店' } })))

  save()
  const { body } = await nextRequest('/admin/settings/shop')
  const values = { ...shop, name: '新店', phone: '02-1', person: '王小明' }
  expect(body).toEqual({ data: { version: 2, values } })
  expect([name.value, phone.value, person.value]).toEqual(['新店', '02-1', '王小明'])
  expect(document.activeElement).toBe(person)
})

test('a version of somebody else is shown, but not over what is typed', async () => {
  const client = open('shop')
  ;(await nextRequest('/admin/settings')).answer(settingsOf(1))
  await field('商店名稱')
  void client.invalidateQueries()
  ;(await nextRequest('/admin/settings')).answer(settingsOf(2, { shop: { ...shop, name: '二店' } }))
  await waitFor(async () => expect((await field('商店名稱')).value).toBe('二店'))

  type(await field('商店名稱'), '我的店')
  await act(async () => {
    const read = client.invalidateQueries()
    ;(await nextRequest('/admin/settings')).answer(
      settingsOf(3, { shop: { ...shop, name: '三店' } }),
    )
    await read
  })
  save()
  const { body } = await nextRequest('/admin/settings/shop')
  expect(body).toMatchObject({ data: { version: 2, values: { name: '我的店' } } })
})

test('a save of the mails stays at the chosen template', async () => {
  open('mail')
  ;(await nextRequest('/admin/settings')).answer(settingsOf(1))
  await field('寄件人名稱')
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '信件範本' }))
  fireEvent.click(screen.getByRole('option', { name: orderMailLabels.shipped }))
  type(await field('寄件人名稱'), '小店')
  save()
  const saved = settingsOf(2, { mail: { ...mail, sender_name: '小店' } })
  ;(await nextRequest('/admin/settings/mail')).answer(saved)
  const read = await nextRequest('/admin/settings')
  await act(async () => read.answer(saved))
  await isSaved()
  const chosen = screen.getByRole('combobox', { name: '信件範本' })
  expect(chosen.textContent).toBe(orderMailLabels.shipped)
})

test('a text typed while another is published stays, unsaved', async () => {
  open('privacy')
  ;(await nextRequest('/admin/settings')).answer(settingsOf(1))
  const version = { version: 1, from: 1_780_000_000, publish_at: 1_780_000_000, state: 'in_force' }
  const policies = { success: true, versions: [version], text: '第一版', terms: '' }
  ;(await nextRequest('/admin/privacy')).answer(policies)
  await asHtml()
  const text = await screen.findByDisplayValue<HTMLTextAreaElement>('第一版')
  type(text, '第二版')
  fireEvent.click(screen.getByText('發布新版本', { selector: 'button' }))
  fireEvent.click(await screen.findByText('發布'))
  const sent = await nextRequest('/admin/privacy')
  type(text, '第三版')
  const policy = { version: 2, text: '第二版，欄位已填', from: 1_780_000_001 }
  sent.answer({ success: true, message: '已發布新版本', policy })
  const versions = [
    { ...version, version: 2 },
    { ...version, state: 'replaced' },
  ]
  ;(await nextRequest('/admin/privacy')).answer({
    success: true,
    versions,
    text: '第二版',
    terms: '',
  })
  await screen.findByText('版本 2')
  expect(screen.getByDisplayValue('第三版')).toBeTruthy()
  const publish = screen.getByText<HTMLButtonElement>('發布新版本', { selector: 'button' })
  await waitFor(() => expect(isInactive(publish)).toBe(false))
})

test('a refused template is shown, and its wrong field has the focus', async () => {
  open('mail')
  ;(await nextRequest('/admin/settings')).answer(settingsOf(1))
  await field('寄件人名稱')
  const template = () => screen.getByRole('combobox', { name: '信件範本' })
  const choose = (kind: keyof typeof orderMailLabels) => {
    fireEvent.mouseDown(template())
    fireEvent.click(screen.getByRole('option', { name: orderMailLabels[kind] }))
  }
  choose('shipped')
  type(await field('主旨'), '{訂單號碼} 已出貨')
  choose('paid')
  save()
  const message = '不認識的欄位：{訂單號碼}'
  const refusal = { success: false, code: 'MAIL_FIELD', message, fields: { shipped: message } }
  ;(await nextRequest('/admin/settings/mail')).answer(refusal, 400)
  await screen.findByText(message, { selector: 'p' })
  expect(template().textContent).toBe(orderMailLabels.shipped)
  const subject = await field('主旨')
  expect(subject.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(subject))
})

/** The form of the privacy policy with another text, and its day. */
async function openPolicy() {
  open('privacy')
  ;(await nextRequest('/admin/settings')).answer(settingsOf(1))
  ;(await nextRequest('/admin/privacy')).answer({
    success: true,
    versions: [],
    text: '第一版',
    terms: '',
  })
  await asHtml()
  type(await screen.findByDisplayValue('第一版'), '第二版')
  return screen.getByLabelText<HTMLInputElement>('生效日期')
}
const publish = () => fireEvent.click(screen.getByText('發布新版本', { selector: 'button' }))

test('a policy is not published at once for a day that is half typed or past (PRIVACY-11)', async () => {
  const day = await openPolicy()
  Object.defineProperty(day, 'validity', { value: { badInput: true }, configurable: true })
  publish()
  await screen.findByText('請輸入正確的日期')
  await waitFor(() => expect(document.activeElement).toBe(day))
  Object.defineProperty(day, 'validity', { value: { badInput: false } })
  type(day, '2020-01-31')
  publish()
  await screen.findByText('生效日期不能早於今天')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each([
  ['', '新版本立即生效。'],
  ['2099-01-02', '新版本自 2099/01/02 起生效。'],
])('the question before a policy is published says from when it holds: %s', async (day, text) => {
  const from = await openPolicy()
  if (day) type(from, day)
  publish()
  const question = await screen.findByRole('alertdialog', { name: '發布新版本' })
  expect(question.textContent).toContain(text)
})

test.each([
  ['home', '標題', '春天的茶'],
  ['brand', '頁尾文字', '山腰茶行，每日寄出'],
])(
  'the preview of %s shows what is typed before it is saved, on a phone and a desktop (DOOR-46)',
  async (group, name, text) => {
    open(group)
    ;(await nextRequest('/admin/settings')).answer(settingsOf(1))
    const shownIn = (device: string) =>
      screen.getByTitle<HTMLIFrameElement>(`商店在${device}上的樣子`).contentDocument?.body
    // Of several titles that of the hero is the first.
    const [typed] = await screen.findAllByRole('textbox', { name })
    await waitFor(() =>
      expect(shownIn('手機')?.querySelector('h1')?.textContent).toContain('MinMin'),
    )
    if (typed) fireEvent.change(typed, { target: { value: text } })
    await waitFor(() => expect(shownIn('手機')?.textContent).toContain(text))
    fireEvent.click(screen.getByText('電腦'))
    await waitFor(() => expect(shownIn('電腦')?.textContent).toContain(text))
  },
)
