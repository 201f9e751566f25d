import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { InvoiceInput } from '#contract/invoice-choice.ts'
import { defaultSettings } from '#contract/settings.ts'
import { type MemberUser, setMemberSession, signedOutSession } from '../../api/member-session.ts'
import { brand, setLook, shopSettings } from '../../api/shop-config.ts'
import { clearOrderedDraft } from '../../shared/checkout-draft.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { CheckoutForm } from '../checkout-form.tsx'
import { knownContact, nothingKnown } from '../contact.ts'
import type { OrderContent } from '../order-content.ts'

const member: MemberUser = {
  ...{ uid: 'k3Jd82', displayName: '王小明', email: 'ming@example.com', emailVerified: true },
  ...{ phoneNumber: '+886912345678', photoUrl: null, createdAt: null },
}
const cart = { carts: [], total: 420, final_total: 420, discount: 0, payable: 420 }
const terms = { shipping: defaultSettings.shipping, methods: [] }

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
  setMemberSession({ user: member, isLoggedIn: true, token: 't', isRestoring: false })
  setLook({ shop: shopSettings, brand, terms: { ...terms, issuesInvoices: true } })
})
afterEach(() => {
  cleanup()
  act(() => setMemberSession(signedOutSession))
  setLook({ shop: shopSettings, brand, terms })
  localStorage.clear()
  vi.unstubAllGlobals()
})

interface Options {
  user?: MemberUser | null
  invoice?: InvoiceInput
  serverErrors?: Record<string, string>
}
function open({ user = member, invoice, serverErrors }: Options = {}) {
  const sent: OrderContent[] = []
  const address = '臺北市'
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CheckoutForm
          user={user}
          cart={cart}
          defaults={{
            known: { ...(user ? knownContact(user) : nothingKnown), ...(user && { address }) },
            ...{ policyVersion: 1, hasConsent: true, hasTerms: false, invoice },
          }}
          serverErrors={serverErrors}
          isSending={false}
          onSubmit={(order) => sent.push(order)}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return sent
}
const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name })
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const send = () => fireEvent.click(screen.getByText('送出訂單'))
const sentInvoice = (sent: OrderContent[]) => waitFor(() => sent[0]?.invoice ?? expect.fail())

test('a person without a choice gets the carrier of the member (INV-E-01)', async () => {
  const sent = open()
  expect((await radio('個人')).checked).toBe(true)
  expect((await radio('會員載具')).checked).toBe(true)
  send()
  expect(await sentInvoice(sent)).toEqual({ kind: 'person', carrier_type: 'member' })
  network.expectCount(0)
})

test('a barcode is put right while it is typed, refused at its field, and asked for when it is left (INV-E-01)', async () => {
  const sent = open()
  await userEvent.click(await radio('手機條碼'))
  send()
  await screen.findByText('手機條碼是「/」加 7 碼大寫英文、數字或 + - . 符號，例如 /ABC+123')
  await waitFor(() => expect(document.activeElement).toBe(field('手機條碼')))
  await userEvent.type(field('手機條碼'), 'abc+12')
  expect(field('手機條碼').value).toBe('abc+12')
  await userEvent.type(field('手機條碼'), '3')
  expect(field('手機條碼').value).toBe('/ABC+123')
  fireEvent.blur(field('手機條碼'))
  const { path, answer } = await network.request(0)
  expect(path).toContain('/invoice-check?mobile=%2FABC%2B123')
  answer({ success: true, is_known: false })
  await screen.findByText('財政部查無這組手機條碼，請再核對一次')
  // Help, never a condition.
  send()
  const carrier = { carrier_type: 'mobile', carrier: '/ABC+123' }
  expect(await sentInvoice(sent)).toEqual({ kind: 'person', ...carrier })
})

test('the registered name of a company is offered, and what was typed of other kinds is not sent (INV-E-01)', async () => {
  const sent = open({
    invoice: { kind: 'person', carrier_type: 'citizen', carrier: 'AB12345678901234' },
  })
  expect((await radio('自然人憑證')).checked).toBe(true)
  fireEvent.click(await radio('公司'))
  type('統一編號', '０４５９５２５７')
  expect(field('統一編號').value).toBe('04595257')
  fireEvent.blur(field('統一編號'))
  const { path, answer } = await network.request(0)
  expect(path).toContain('/invoice-check?tax_id=04595257')
  answer({ success: true, is_known: true, name: '小農有限公司' })
  await waitFor(() => expect(field('公司抬頭').value).toBe('小農有限公司'))
  type('公司抬頭', '小農')
  expect(screen.getByText('登記名稱：小農有限公司')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('存入手機條碼'))
  type('手機條碼', '/ABC+123')
  send()
  expect(await sentInvoice(sent)).toEqual({
    ...{ kind: 'company', tax_id: '04595257', title: '小農' },
    ...{ carrier_type: 'mobile', carrier: '/ABC+123' },
  })
})

test('a donation goes to a well-known receiver by a press, or to a code with its leading zero (INV-E-01)', async () => {
  const sent = open()
  fireEvent.click(await radio('捐贈'))
  fireEvent.click(screen.getByRole('button', { name: '創世基金會' }))
  expect(field('捐贈碼').value).toBe('919')
  expect(screen.getByText('捐給創世基金會')).toBeTruthy()
  type('捐贈碼', '0123')
  send()
  expect(await sentInvoice(sent)).toEqual({ kind: 'donation', love_code: '0123' })
})

test('a refusal of the shop stands at the field of the kind that is shown (INV-E-01)', async () => {
  const chosen: InvoiceInput = { kind: 'company', tax_id: '04595257', title: '小農' }
  open({ invoice: chosen, serverErrors: { tax_id: '統一編號的檢查碼不符，請再核對一次' } })
  await screen.findByText('統一編號的檢查碼不符，請再核對一次')
  expect(field('統一編號').getAttribute('aria-invalid')).toBe('true')
})

test('a guest finds the choice again after an order, and nothing else of it (INV-E-01)', async () => {
  open({ user: null })
  type('聯絡人', '林小春')
  fireEvent.click(await radio('捐贈'))
  type('捐贈碼', '25885')
  clearOrderedDraft()
  for (const _ of [1, 2]) {
    cleanup()
    open({ user: null })
    expect((await radio('捐贈')).checked).toBe(true)
    expect([field('聯絡人').value, field('捐贈碼').value]).toEqual(['', '25885'])
  }
})

test('a shop that issues none asks for none', () => {
  setLook({ shop: shopSettings, brand, terms })
  const sent = open()
  send()
  expect(screen.queryByText('發票')).toBeNull()
  return waitFor(() => expect(sent[0] && 'invoice' in sent[0]).toBe(false))
})
