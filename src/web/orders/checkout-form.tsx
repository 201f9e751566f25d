import { useForm } from 'react-hook-form'
import type { Cart } from '#contract/cart.ts'
import type { MemberUser } from '../api/member-session.ts'
import { payable } from '../cart/amounts.ts'
import { CartAmounts } from '../cart/cart-amounts.tsx'
import { SummaryCard } from '../cart/summary-card.tsx'
import { Button } from '../ui/button.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { TextAreaField, TextField } from '../ui/text-field.tsx'
import {
  addressFault,
  emailFault,
  knownContact,
  nameFault,
  storedName,
  telFault,
} from './contact.ts'
import { KnownContactList } from './known-contact-list.tsx'
import { OrderLines } from './order-lines.tsx'
import { PrivacyPolicy } from './privacy-policy.tsx'

interface CheckoutFields {
  name: string
  email: string
  tel: string
  address: string
  message: string
  hasConsent: boolean
}

export interface OrderContent {
  user: { name: string; email: string; tel: string; address: string }
  message: string
}

export function CheckoutForm(props: {
  user: MemberUser
  cart: Cart
  isSending: boolean
  onSubmit: (order: OrderContent) => void
}) {
  const { user, cart, isSending } = props
  const known = knownContact(user)
  const isAsking = Object.values(known).includes(null)
  const { register, handleSubmit, formState } = useForm<CheckoutFields>({
    defaultValues: { name: '', email: '', tel: '', address: '', message: '', hasConsent: false },
  })
  const { errors } = formState

  function send(typed: CheckoutFields) {
    if (isSending) return
    props.onSubmit({
      user: {
        name: storedName(known.name ?? typed.name.trim(), user.uid),
        email: known.email ?? typed.email.trim(),
        tel: known.tel ?? typed.tel.trim(),
        address: typed.address.trim(),
      },
      message: typed.message.trim(),
    })
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit(send)}
      className="lg:grid lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:items-start lg:gap-8"
    >
      <div className="space-y-6">
        <KnownContactList known={known} />
        {isAsking && (
          <div className="grid gap-6 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
            {known.name === null && (
              <TextField
                label="聯絡人"
                autoComplete="name"
                error={errors.name?.message}
                {...register('name', { validate: nameFault })}
              />
            )}
            {known.email === null && (
              <TextField
                label="電子信箱"
                type="email"
                autoComplete="email"
                error={errors.email?.message}
                {...register('email', { validate: emailFault })}
              />
            )}
            {known.tel === null && (
              <TextField
                label="聯絡電話"
                type="tel"
                autoComplete="tel"
                error={errors.tel?.message}
                {...register('tel', { validate: telFault })}
              />
            )}
          </div>
        )}
        <TextField
          label="地址"
          autoComplete="street-address"
          maxLength={500}
          error={errors.address?.message}
          {...register('address', { validate: addressFault })}
        />
        <TextAreaField
          label="備註"
          rows={4}
          maxLength={2000}
          help="選填，例如希望的送達時段"
          {...register('message')}
        />
        <div>
          <CheckboxField
            label="我同意隱私權政策"
            error={errors.hasConsent?.message}
            {...register('hasConsent', { validate: (has) => has || '請同意隱私權政策' })}
          />
          <div className="ml-5">
            <PrivacyPolicy />
          </div>
        </div>
      </div>
      <SummaryCard
        title="訂單摘要"
        total={payable(cart.final_total)}
        action={
          <Button type="submit" variant="primary" fullWidth isLoading={isSending}>
            送出訂單
          </Button>
        }
      >
        <OrderLines lines={cart.carts} />
        <div className="mt-5 border-t border-line pt-4">
          <CartAmounts cart={cart} />
        </div>
      </SummaryCard>
    </form>
  )
}
