import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { MemberUser } from '../api/member-session.ts'
import { paths } from '../paths.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { knownContact } from './contact.ts'
import type { OwnCredit } from './credit/use-own-credit.ts'
import type { OrderContent } from './order-content.ts'

const bare: MemberUser = {
  uid: 'k3Jd82',
  displayName: null,
  email: null,
  emailVerified: false,
  phoneNumber: null,
  photoUrl: null,
  createdAt: null,
}
const complete = {
  ...bare,
  displayName: '王小明',
  email: 'ming@example.com',
  phoneNumber: '+886912345678',
}

function renderForm(
  user: MemberUser,
  {
    last,
    serverErrors,
    account,
    ...more
  }: {
    last?: { name: string; tel: string; address?: string }
    serverErrors?: Record<string, string>
    hasConsent?: boolean
    hasTerms?: boolean
    account?: OwnCredit
  } = {},
) {
  const sent: OrderContent[] = []
  render(
    <MemoryRouter>
      <CheckoutForm
        user={user}
        cart={{ carts: [], total: 1000, final_total: 800.5, discount: 199, payable: 801 }}
        defaults={{
          known: knownContact(user, last),
          policyVersion: 1,
          hasConsent: false,
          hasTerms: false,
          ...more,
        }}
        serverErrors={serverErrors}
        account={account ?? null}
        isSending={false}
        onSubmit={(order) => sent.push(order)}
      />
    </MemoryRouter>,
  )
  return sent
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (into: HTMLInputElement, value: string) =>
  fireEvent.change(into, { target: { value } })
const send = () => screen.getByText('送出訂單')

afterEach(() => {
  cleanup()
  localStorage.clear()
})

test('INFO-02 INFO-03 INFO-04 VALID-11 VALID-12 what the profile lacks is asked for', async () => {
  const sent = renderForm(bare)
  type(field('聯絡人'), '林小春')
  fireEvent.click(send())
  expect(await screen.findByText('請輸入 Email')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('電子信箱')))
  type(field('電子信箱'), 'spring')
  expect(await screen.findByText('Email 格式不正確')).toBeTruthy()
  type(field('電子信箱'), 'spring@b')
  await waitFor(() => expect(screen.queryByText('Email 格式不正確')).toBeNull())
  type(field('聯絡電話'), '0223456789')
  type(field('地址'), '臺北市')
  fireEvent.click(field('我同意隱私權政策'))
  expect(sent).toEqual([])
  fireEvent.click(send())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    user: { name: '林小春+k3Jd82', email: 'spring@b', tel: '0223456789', address: '臺北市' },
    message: '',
  })
})

test('INFO-02 INFO-03 INFO-04 what the profile has is used, and not asked for', async () => {
  const sent = renderForm(complete)
  for (const name of ['聯絡人', '電子信箱', '聯絡電話']) {
    expect(screen.queryByLabelText(name)).toBeNull()
  }
  type(field('地址'), '  臺北市  ')
  type(field('備註'), '平日送達')
  fireEvent.click(field('我同意隱私權政策'))
  fireEvent.click(send())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    user: {
      name: '王小明+k3Jd82',
      email: 'ming@example.com',
      tel: '0912345678',
      address: '臺北市',
    },
    message: '平日送達',
  })
})

const last = { name: '林小春', tel: '0987-654-321', address: '臺南市' }

test('the last recipient and a consent of before are taken without a press; 更改 opens the fields (DOOR-06)', async () => {
  const sent = renderForm(complete, { last, hasConsent: true })
  expect(screen.queryAllByRole('textbox').map(({ id }) => id)).toEqual([field('備註').id])
  expect(screen.queryByRole('checkbox')).toBeNull()
  fireEvent.click(send())
  await waitFor(() => expect(sent).toHaveLength(1))
  const user = { ...last, name: '林小春+k3Jd82', tel: '0987654321', email: 'ming@example.com' }
  expect(sent[0]?.user).toEqual(user)

  fireEvent.click(screen.getByRole('button', { name: '更改收件資料' }))
  await waitFor(() => expect(document.activeElement).toBe(field('聯絡人')))
  expect(field('聯絡電話').value).toBe('0987654321')
  type(field('地址'), '臺北市')
  fireEvent.click(send())
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.user).toEqual({ ...user, address: '臺北市' })
})

test('what was typed and not sent goes before the last recipient', () => {
  renderForm({ ...bare, email: complete.email })
  type(field('地址'), '臺北市')
  cleanup()
  renderForm({ ...bare, email: complete.email }, { last })
  expect(field('地址').value).toBe('臺北市')
  expect(screen.queryByRole('region', { name: '收件資料' })).toBeNull()
})

test('an error of a contact that is not asked for does not hold back what is sent', async () => {
  const sent = renderForm(complete, { serverErrors: { email: 'Email 格式不正確' } })
  type(field('地址'), '臺北市')
  fireEvent.click(field('我同意隱私權政策'))
  fireEvent.click(send())
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('what was emptied is empty after a reload, too', () => {
  renderForm(bare)
  type(field('聯絡人'), '林小春')
  type(field('地址'), '臺北市')
  cleanup()
  renderForm(bare)
  expect(field('地址').value).toBe('臺北市')
  type(field('聯絡人'), '')
  type(field('地址'), '')
  cleanup()
  renderForm(bare)
  expect(field('聯絡人').value).toBe('')
  expect(field('地址').value).toBe('')
})

test('CART-04 CART-05 the amounts are those of the server, the total rounded half up', () => {
  renderForm(complete)
  expect(screen.getByText('NT$1,000')).toBeTruthy()
  expect(screen.getByText('NT$801')).toBeTruthy()
})

test('the consent names the terms where the shop has some, and leads to their version (DOOR-17)', async () => {
  renderForm(complete, { hasTerms: true })
  expect(screen.getByLabelText('我同意隱私權政策與服務條款')).toBeTruthy()
  expect(screen.getByText('服務條款').getAttribute('href')).toBe(paths.terms(1))
  fireEvent.click(send())
  expect(await screen.findByText('請同意隱私權政策與服務條款')).toBeTruthy()
})

test('credit and points pay for the goods as far as they go, and the total follows (CRED-01)', async () => {
  const account = { credit: 300, points: 5_000, share: 50 }
  const last = { name: '王小明', tel: '0912345678', address: '臺北市' }
  const sent = renderForm(complete, { account, last, hasConsent: true })
  // Half of the goods of 801, both together.
  fireEvent.click(screen.getByRole('button', { name: /全部折抵\s*購物金/ }))
  type(field('折抵點數'), '12x0')
  // Points go first, since they end.
  expect(field('折抵點數').value).toBe('120')
  expect(field('折抵購物金').value).toBe('280')
  expect(screen.getByText('−NT$280')).toBeTruthy()
  expect(screen.getAllByText('NT$401').length).toBeGreaterThan(0)
  type(field('折抵點數'), '')
  fireEvent.click(send())
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ credit: 300 })
  expect(sent[0]).not.toHaveProperty('points')
})
