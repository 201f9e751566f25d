import type { UseFormReturn } from 'react-hook-form'
import { t } from '#contract/translate.ts'
import { PolicyLinks } from '../shared/policy-links.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import type { CheckoutFields } from './order-content.ts'
import type { CheckoutDefaults } from './use-checkout-defaults.ts'

/** Asks for the consent to policy and terms, until it is given to the version in force. */
export function ConsentField(props: {
  form: UseFormReturn<CheckoutFields>
  defaults: Pick<CheckoutDefaults, 'hasConsent' | 'policyVersion' | 'hasTerms'>
}) {
  const { form, defaults } = props
  const { hasTerms } = defaults
  const policy = <PolicyLinks version={defaults.policyVersion} hasTerms={hasTerms} />
  const named = hasTerms ? t('隱私權政策與服務條款') : t('隱私權政策')
  if (defaults.hasConsent)
    return (
      <p className="text-sm text-ink-muted">
        {t('您已同意')}
        {policy}
      </p>
    )
  return (
    <div>
      <CheckboxField
        label={t('我同意{named}', { named })}
        error={form.formState.errors.hasConsent?.message}
        {...form.register('hasConsent', {
          validate: (has) => has || t('請同意{named}', { named }),
        })}
      />
      <div className="ml-5">{policy}</div>
    </div>
  )
}
