import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Reply, send } from '../race/held-request.ts'
import { administrator, RaceHarness } from '../race/race-harness.ts'

/** Counts of attacks on sign-in, with the limits that a shop has. */
export interface FloodReport {
  /** Of nine accounts that signed in from one network for as long as the others tried. */
  floodSignIns: number
  floodRefused: number
  /** Of the members who signed in once each, from networks of their own. */
  othersIn: number
  others: number
  slowestOtherMs: number
  administratorIn: boolean
  administratorMs: number
  /** Of the guesses at one administrator, each from a new /64. */
  guesses: number
  guessesCompared: number
  /** From where the administrator signed in before, and from elsewhere. */
  knownNetworkIn: boolean
  otherNetworkInMs: number
}

const password = 'abc123'
const flooders = 9
/** The requests that each account of the flood has in flight. */
const depth = 8
const unanswered: Reply = { status: 0, body: {} }

const from = (ip: string) => ({ 'X-Forwarded-For': ip })

export async function runSignInFlood({ others = 15, guesses = 138 } = {}): Promise<FloodReport> {
  const env = { IDENTITY_LIMITS: '1', TRUSTED_PROXIES: '127.0.0.1' }
  const harness = await RaceHarness.open({ nodes: 1, env })
  try {
    const flood = await floodFromOneNetwork(harness, others)
    return { ...flood, ...(await guessAtAdministrator(harness, guesses)) }
  } finally {
    await harness.close()
  }
}

async function timed(call: Promise<Reply>): Promise<{ reply: Reply; ms: number }> {
  const startedAt = performance.now()
  // A timeout counts as a lock-out.
  const reply = await call.catch(() => unanswered)
  return { reply, ms: Math.round(performance.now() - startedAt) }
}

async function floodFromOneNetwork(harness: RaceHarness, others: number) {
  const signIn = (email: string, ip: string) =>
    send(harness.address(), {
      ...harness.identity('signInWithPassword', { email, password, returnSecureToken: true }),
      headers: from(ip),
    })
  const signUp = (email: string, ip: string) =>
    harness.call({
      ...harness.identity('signUp', { email, password, returnSecureToken: true }),
      headers: from(ip),
    })
  for (let number = 0; number < flooders; number++) {
    await signUp(`flood-${number}@example.com`, '203.0.113.1')
  }
  for (let number = 0; number < others; number++) {
    await signUp(`other-${number}@example.com`, `198.51.100.${number}`)
  }

  let isOver = false
  const replies: Reply[] = []
  const flooding = Array.from({ length: flooders * depth }, async (_, index) => {
    const email = `flood-${index % flooders}@example.com`
    while (!isOver) {
      // A waiter of the flood may wait for longer than its client does.
      const reply = await signIn(email, '203.0.113.1').catch(() => unanswered)
      replies.push(reply)
      // Both ends share the processors here: a client that never pauses would starve the server.
      if (reply.status !== 200) await delay(20)
    }
  })
  const calls = Array.from({ length: others }, (_, number) =>
    timed(signIn(`other-${number}@example.com`, `198.51.100.${number}`)),
  )
  const chief = timed(signInAdministrator(harness, '198.51.100.200'))
  const [answers, chiefs] = await Promise.all([Promise.all(calls), chief])
  isOver = true
  await Promise.all(flooding)
  const floodSignIns = replies.filter(({ status }) => status === 200).length
  return {
    floodSignIns,
    floodRefused: replies.length - floodSignIns,
    othersIn: answers.filter(({ reply }) => reply.status === 200).length,
    others,
    slowestOtherMs: Math.max(...answers.map(({ ms }) => ms)),
    administratorIn: chiefs.reply.status === 200,
    administratorMs: chiefs.ms,
  }
}

function signInAdministrator(harness: RaceHarness, ip: string, secret = administrator.password) {
  const body = { username: administrator.username, password: secret }
  return send(harness.address(), {
    method: 'POST',
    path: '/v2/admin/signin',
    headers: from(ip),
    body,
  })
}

async function guessAtAdministrator(harness: RaceHarness, guesses: number) {
  const replies: Reply[] = []
  for (let number = 0; number < guesses; number++) {
    const ip = `2001:${(0xdb8 + number).toString(16)}:${number}:${number}::1`
    replies.push(await signInAdministrator(harness, ip, 'a wrong password'))
  }
  const known = await signInAdministrator(harness, '198.51.100.200')
  const startedAt = performance.now()
  let elsewhere = await signInAdministrator(harness, '192.0.2.77')
  // Retries after some seconds, as a person would.
  while (elsewhere.status === 429 && performance.now() - startedAt < 60_000) {
    await delay(1_000)
    elsewhere = await signInAdministrator(harness, '192.0.2.77')
  }
  return {
    guesses,
    guessesCompared: replies.filter(({ status }) => status === 400).length,
    knownNetworkIn: known.status === 200,
    otherNetworkInMs:
      elsewhere.status === 200 ? Math.round(performance.now() - startedAt) : Number.NaN,
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      others: { type: 'string', default: '60' },
      guesses: { type: 'string', default: '1000' },
    },
  })
  const options = { others: Number(values.others), guesses: Number(values.guesses) }
  process.stdout.write(`${JSON.stringify(await runSignInFlood(options), null, 2)}\n`)
}
