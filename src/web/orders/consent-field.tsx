import type { UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import type { CheckoutFields } from './order-content.ts'
import type { CheckoutDefaults } from './use-checkout-defaults.ts'

/** Asks for the consent to the privacy policy, until it is given to the version in force. */
export function ConsentField(props: {
  form: UseFormReturn<CheckoutFields>
  defaults: Pick<CheckoutDefaults, 'hasConsent' | 'policyVersion'>
}) {
  const { form, defaults } = props
  const policy = (
    // In a new tab, so that nothing typed is lost.
    <Link
      to={paths.privacy(defaults.policyVersion)}
      target="_blank"
      className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-accent-strong"
    >
      隱私權政策
    </Link>
  )
  if (defaults.hasConsent) return <p className="text-sm text-ink-muted">您已同意{policy}</p>
  return (
    <div>
      <CheckboxField
        label="我同意隱私權政策"
        error={form.formState.errors.hasConsent?.message}
        {...form.register('hasConsent', { validate: (has) => has || '請同意隱私權政策' })}
      />
      <div className="ml-5">{policy}</div>
    </div>
  )
}
