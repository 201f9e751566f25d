import { expect, it, vi } from 'vitest'
import { knownAdvisories, readAdvisories } from './lib/advisories.mjs'
import { foreignLicences, isAllowed } from './lib/licences.mjs'
import { root } from './lib/project.mjs'
import { secretsIn, secretsOfRepository } from './lib/secrets.mjs'

// npm itself takes its time to give up.
vi.setConfig({ testTimeout: 30_000 })

it('J3 every installed package may be used', () => {
  expect(foreignLicences(root)).toEqual([])
})

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND Zlib', true],
  ['(MIT AND (Apache-2.0 OR AGPL-3.0-only))', true],
  ['GPL-3.0-only', false],
  ['MIT AND GPL-3.0-only', false],
  ['LGPL-3.0-or-later', false],
  ['SEE LICENSE IN LICENSE', false],
  ['UNLICENSED', false],
  ['(MIT', false],
  ['', false],
])('J3 the licence "%s" is allowed: %s', (expression, expected) => {
  expect(isAllowed(expression)).toBe(expected)
})

it('J3 no file that git keeps holds a secret', () => {
  expect(secretsOfRepository(root) ?? []).toEqual([])
})

// Put together here, so that this very file holds none.
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
it.each([
  ['a private key', `-----BEGIN ${'PRIVATE'} KEY-----\n${letters}`],
  ['a private key as JWK', `{"kty":"RSA","d${'"'}:"${letters}"}`],
  ['a key of AWS', `AKIA${'ABCDEFGHIJKLMNOP'}`],
  ['a key of Google', `AIza${letters.slice(0, 35)}`],
  ['a token of GitHub', `ghp_${letters.slice(0, 36)}`],
  ['a token of npm', `npm_${letters.slice(0, 36)}`],
  ['a token of Slack', `xoxb-${'1'.repeat(24)}`],
  ['a key of Stripe', `sk_live_${letters.slice(0, 24)}`],
  ['a signed token', `eyJ${letters}.eyJ${letters}.${letters}`],
  ['a password in an address', `postgres://minmin:${'hunter2x'}@db.internal/shop`],
])('J3 %s is found', (kind, text) => {
  expect(secretsIn(`const it = '${text}'`)).toEqual([kind])
})

it('J3 examples are no secrets', () => {
  expect(secretsIn('AKIAIOSFODNN7EXAMPLE postgres://user:password@db.example/shop')).toEqual([])
})

it('J3 advisories are told from high on, and silence is no all-clear', async () => {
  const vulnerabilities = { one: { severity: 'high' }, two: { severity: 'low' } }
  expect(readAdvisories(JSON.stringify({ vulnerabilities }))).toEqual(['one: high'])
  expect(readAdvisories('{"vulnerabilities":{}}')).toEqual([])
  expect(readAdvisories('{"error":{"code":"ENOTFOUND"}}')).toBeUndefined()
  expect(readAdvisories('')).toBeUndefined()
  expect(await knownAdvisories(['--registry=http://127.0.0.1:9'])).toBeUndefined()
})
