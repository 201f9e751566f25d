import { type QueryClient, useQuery } from '@tanstack/react-query'
import { endpointKey } from '#contract/endpoint.ts'
import type { InvoiceInput } from '#contract/invoice-choice.ts'
import { orderApi } from '#contract/orders.ts'
import { privacyApi } from '#contract/privacy.ts'
import { callerQuery } from '../api/caller-query.ts'
import { type MemberUser, useMemberSession } from '../api/member-session.ts'
import { apiQuery } from '../api/queries.ts'
import { type KnownContact, knownContact, nothingKnown } from './contact.ts'

/** Contact and consent that the checkout and the form to join do not ask for. */
export interface CheckoutDefaults {
  known: KnownContact
  /** That of the member's last order. */
  invoice?: InvoiceInput | undefined
  /** Of the privacy policy in force; undefined while it loads. */
  policyVersion: number | undefined
  hasConsent: boolean
  /** Whether that version has terms beside the policy. */
  hasTerms: boolean
}

/** Undefined while it loads: a field that is not needed would appear and go. */
export function useCheckoutDefaults(member: MemberUser | null): CheckoutDefaults | undefined {
  const session = useMemberSession()
  const read = useQuery(apiQuery(privacyApi.read, { query: {} }))
  const { data, isLoading } = useQuery({
    ...callerQuery(session, orderApi.defaults, {}),
    enabled: member !== null && !session.isRestoring,
    // Not from the cache: the last order has changed it.
    gcTime: 0,
  })
  if (isLoading || read.isLoading) return undefined
  const policy = read.data?.policy
  const agreed = data?.agreed_version
  return {
    known: member ? knownContact(member, data?.recipient) : nothingKnown,
    invoice: data?.invoice,
    // The server refuses one that has been replaced, and both are read again.
    policyVersion: agreed ?? policy?.version,
    hasConsent: agreed !== undefined,
    hasTerms: Boolean(policy?.terms),
  }
}

/** Another version is in force. */
export async function refreshPolicy(client: QueryClient): Promise<void> {
  await Promise.all(
    [privacyApi.read, orderApi.defaults].map((stale) =>
      client.invalidateQueries({ queryKey: endpointKey(stale) }),
    ),
  )
}
