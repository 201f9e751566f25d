import { useEffect, useEffectEvent, useId, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import {
  toCitizenCertificate,
  toLoveCode,
  toMobileBarcode,
  toTaxId,
} from '#contract/invoice-choice.ts'
import { invoiceCarrierLabels, invoiceKindLabels, knownLoveCodes } from '#contract/invoice-words.ts'
import { t } from '#contract/translate.ts'
import { type TypedInvoiceField, toInvoiceFields } from '../../shared/invoice-fields.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { CheckoutFields } from '../order-content.ts'
import { invoiceFault } from './invoice-fault.ts'
import { RadioRow } from './radio-row.tsx'
import { useInvoiceCheck } from './use-invoice-check.ts'

type Form = UseFormReturn<CheckoutFields>

/** For whom the invoice is, and where it is stored. */
export function InvoiceChoice({ form }: { form: Form }) {
  const name = useId()
  const { kind, carrier, isStored } =
    useWatch({ control: form.control, name: 'invoice' }) ?? toInvoiceFields(undefined)
  const clearFaults = () => form.clearErrors('invoice')
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-lg font-semibold">{t('發票')}</legend>
      <RadioRow
        name={`${name}-kind`}
        label={t('發票類型')}
        options={invoiceKindLabels}
        selected={kind}
        onSelect={(next) => {
          form.setValue('invoice.kind', next, { shouldDirty: true })
          clearFaults()
        }}
      />
      <div className="mt-4 space-y-4">
        {kind === 'person' && (
          <>
            <RadioRow
              name={`${name}-carrier`}
              label={t('載具')}
              isWide
              options={invoiceCarrierLabels}
              selected={carrier}
              onSelect={(next) => {
                form.setValue('invoice.carrier', next, { shouldDirty: true })
                clearFaults()
              }}
            />
            {carrier === 'member' && (
              <p className="text-sm text-ink-muted">
                {t('發票存放在雲端，中獎時會寄信到您的電子信箱。')}
              </p>
            )}
            {carrier === 'mobile' && <MobileField form={form} />}
            {carrier === 'citizen' && <CitizenField form={form} />}
          </>
        )}
        {kind === 'company' && (
          <>
            <CompanyFields form={form} />
            <CheckboxField
              label={t('存入手機條碼')}
              help={t('不勾選時開立紙本發票')}
              checked={isStored}
              onChange={({ target }) =>
                form.setValue('invoice.isStored', target.checked, { shouldDirty: true })
              }
            />
            {isStored && <MobileField form={form} />}
          </>
        )}
        {kind === 'donation' && <LoveCodeField form={form} />}
      </div>
    </fieldset>
  )
}

/** A code that is put right as soon as it is whole; `onLeave` gets it when the field is left. */
function useCodeField(
  { register, setValue, formState }: Form,
  field: TypedInvoiceField,
  {
    read,
    onLeave,
  }: { read?: (text: string) => string | undefined; onLeave?: (code: string) => void },
) {
  const path = `invoice.${field}` as const
  const { errors, isSubmitted } = formState
  function putRight(text: string): string {
    const code = read?.(text)
    if (code === undefined) return ''
    // Without a validation the fault of what stood there before would stay.
    if (code !== text) setValue(path, code, { shouldDirty: true, shouldValidate: isSubmitted })
    return code
  }
  return {
    error: errors.invoice?.[field]?.message,
    ...register(path, {
      validate: (_, { invoice }) => (invoice && invoiceFault(invoice, field)) ?? true,
      onChange: ({ target, nativeEvent }) => {
        // An input method would write on over what is replaced under it.
        if (!nativeEvent?.isComposing) putRight(target.value)
      },
      onBlur: ({ target }) => onLeave?.(putRight(target.value)),
    }),
  }
}

/** Codes are no words: nothing is corrected, and nothing is offered. */
const plainText = { autoComplete: 'off', autoCorrect: 'off', spellCheck: false } as const

function MobileField({ form }: { form: Form }) {
  const [asked, setAsked] = useState('')
  const known = useInvoiceCheck('mobile', asked)?.is_known
  const field = useCodeField(form, 'mobile', { read: toMobileBarcode, onLeave: setAsked })
  return (
    <TextField
      {...plainText}
      label={t('手機條碼')}
      autoCapitalize="characters"
      help={
        <Help
          usual={t('「/」加 7 碼大寫英文、數字或 + - .，例如 /ABC+123')}
          warning={known === false ? t('財政部查無這組手機條碼，請再核對一次') : undefined}
        />
      }
      {...field}
    />
  )
}

function CitizenField({ form }: { form: Form }) {
  const field = useCodeField(form, 'citizen', { read: toCitizenCertificate })
  return (
    <TextField
      {...plainText}
      label={t('自然人憑證條碼')}
      autoCapitalize="characters"
      help={t('2 碼大寫英文加 14 碼數字')}
      {...field}
    />
  )
}

function CompanyFields({ form }: { form: Form }) {
  const [asked, setAsked] = useState('')
  const check = useInvoiceCheck('tax_id', asked)
  const taxId = useCodeField(form, 'taxId', { read: toTaxId, onLeave: setAsked })
  const title = useCodeField(form, 'title', {})
  const registered = check?.name
  const fill = useEffectEvent((name: string) => {
    if (form.getValues('invoice.title')?.trim()) return
    form.setValue('invoice.title', name, { shouldDirty: true })
    form.clearErrors('invoice.title')
  })
  useEffect(() => {
    if (registered) fill(registered)
  }, [registered])
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] gap-4">
      <TextField
        {...plainText}
        label={t('統一編號')}
        inputMode="numeric"
        help={
          <Help
            usual={t('8 碼數字')}
            // Some real bodies are not in the register.
            warning={check?.is_known === false ? t('查無登記，請再核對一次') : undefined}
          />
        }
        {...taxId}
      />
      <TextField
        label={t('公司抬頭')}
        autoComplete="organization"
        help={
          <Help
            usual={registered ? t('登記名稱：{registered}', { registered }) : t('與登記名稱相同')}
          />
        }
        {...title}
      />
    </div>
  )
}

function LoveCodeField({ form }: { form: Form }) {
  const [asked, setAsked] = useState('')
  const code = useWatch({ control: form.control, name: 'invoice.loveCode' }) ?? ''
  const receiver = knownLoveCodes.find((known) => known.code === code)?.name
  const isMissing = useInvoiceCheck('love_code', receiver ? '' : asked)?.is_known === false
  const field = useCodeField(form, 'loveCode', { read: toLoveCode, onLeave: setAsked })
  return (
    <>
      <fieldset aria-label={t('常用的受贈單位')} className="flex min-w-0 flex-wrap gap-2">
        {knownLoveCodes.map((known) => (
          <button
            key={known.code}
            type="button"
            aria-pressed={known.code === code}
            onClick={() => {
              form.setValue('invoice.loveCode', known.code, { shouldDirty: true })
              form.clearErrors('invoice.loveCode')
            }}
            className="min-h-11 rounded-lg border border-line-strong px-4 transition-colors hover:border-accent aria-pressed:border-accent aria-pressed:bg-accent-soft"
          >
            {t(known.name)}
          </button>
        ))}
      </fieldset>
      <TextField
        {...plainText}
        label={t('捐贈碼')}
        inputMode="numeric"
        help={
          <Help
            usual={
              receiver
                ? t('捐給{receiver}', { receiver: t(receiver) })
                : t('3 至 7 碼數字；捐贈後無法取回，也不能兌獎')
            }
            warning={isMissing ? t('查無這個捐贈碼，請再核對一次') : undefined}
          />
        }
        {...field}
      />
    </>
  )
}

/** One line that is there from the beginning, so that an answer moves nothing; it is also read out. */
function Help({ usual, warning }: { usual: string; warning?: string | undefined }) {
  return (
    <span role="status" className={warning ? 'text-danger' : undefined}>
      {warning ?? usual}
    </span>
  )
}
