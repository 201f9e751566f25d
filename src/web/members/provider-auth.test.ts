import { inMemoryPersistence } from 'firebase/auth'
import { expect, test } from 'vitest'
import type { IdentityConfig } from '#contract/members.ts'
import { createAuth, sessionAddresses } from './provider-auth.ts'

function addresses(identity: IdentityConfig): string[] {
  const auth = createAuth({ identity, persistence: inMemoryPersistence, name: identity.provider })
  return sessionAddresses(auth)
}

test('C16 with our own provider every request stays on the origin of the page', () => {
  expect(addresses({ provider: 'own', apiKey: 'minmin' })).toEqual([
    `${location.origin}/identitytoolkit.googleapis.com/v1/accounts:lookup`,
    `${location.origin}/securetoken.googleapis.com/v1/token`,
  ])
})

test('with a Firebase project the requests go to its hosts', () => {
  const project = { apiKey: 'AIza', authDomain: 'shop.firebaseapp.com', projectId: 'shop' }
  expect(addresses({ provider: 'firebase', ...project })).toEqual([
    'https://identitytoolkit.googleapis.com/v1/accounts:lookup',
    'https://securetoken.googleapis.com/v1/token',
  ])
})
