import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { linePayUrl, lineUrls } from './config-line.ts'
import { faultsOf } from './testing/config-faults.ts'

const own = {
  PAYMENTS: 'demonstration',
  LINE_LOGIN_CHANNEL_ID: '1234567890',
  LINE_LOGIN_CHANNEL_SECRET: 'secret-of-login',
  LINE_MESSAGING_CHANNEL_SECRET: 'secret-of-messaging',
  LINE_MESSAGING_ACCESS_TOKEN: 'secret-token',
  LINE_PAY_CHANNEL_ID: '1650000000',
  LINE_PAY_CHANNEL_SECRET: 'secret-of-pay',
}
const production = { ...own, NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' }

it('LINE is off unless the environment names its channels, also in the sandbox', () => {
  const off = { login: null, messaging: null, pay: null, url: null }
  expect(readConfig({}).line).toEqual(off)
  expect(readConfig({ PAYMENTS: 'sandbox' }).line).toEqual(off)
})

it('its channels are at the addresses of LINE, its sandbox, or the try-out server', () => {
  const { line } = readConfig(production)
  expect(line).toEqual({
    login: { channelId: '1234567890', channelSecret: 'secret-of-login' },
    messaging: { channelSecret: 'secret-of-messaging', accessToken: 'secret-token' },
    pay: {
      channelId: '1650000000',
      channelSecret: 'secret-of-pay',
      isTrial: false,
      capturesAutomatically: true,
    },
    url: null,
  })
  expect(lineUrls(line)).toEqual({ access: 'https://access.line.me', api: 'https://api.line.me' })
  expect(linePayUrl(line, { isTrial: false })).toBe('https://api-pay.line.me')
  expect(linePayUrl(line, { isTrial: true })).toBe('https://sandbox-api-pay.line.me')
  const trial = readConfig({ ...own, LINE_URL: 'http://localhost:3100/' }).line
  expect(trial.pay?.isTrial).toBe(true)
  expect(lineUrls(trial).api).toBe('http://localhost:3100')
  expect(linePayUrl(trial, { isTrial: true })).toBe('http://localhost:3100')
})

it('what is wrong is told in one list, without the value of a secret', () => {
  const { LINE_LOGIN_CHANNEL_ID: _, LINE_PAY_CHANNEL_SECRET: __, ...halves } = own
  const faults = faultsOf({ ...halves, LINE_URL: 'localhost:3100', LINE_PAY_SANDBOX: 'yes' })
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
    'LINE_LOGIN_CHANNEL_ID',
    'LINE_PAY_CHANNEL_ID',
    'LINE_PAY_SANDBOX',
    'LINE_URL',
  ])
  expect(faults.join()).not.toMatch(/secret/)
})

it.each([
  [{ LINE_URL: 'http://localhost:3100' }, 'LINE_URL must not be set'],
  [{ LINE_LOGIN_CHANNEL_ID: '2007000001' }, 'LINE_LOGIN_CHANNEL_ID must be your own'],
  [
    { LINE_MESSAGING_ACCESS_TOKEN: 'try-out+token/of+the+official+account==' },
    'LINE_MESSAGING_ACCESS_TOKEN must be your own',
  ],
  [{ LINE_PAY_CHANNEL_ID: '1656000003' }, 'LINE_PAY_CHANNEL_ID must be your own'],
])('in production with %j are refused: %s', (env, fault) => {
  expect(faultsOf({ ...production, ...env })).toEqual([expect.stringContaining(fault)])
  expect(faultsOf(production)).toEqual([])
})
