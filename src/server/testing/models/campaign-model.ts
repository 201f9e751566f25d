import type { CampaignMetric, CampaignMoney, WithdrawRule } from '#contract/campaign-states.ts'
import { decide } from '../../campaigns/closing/decision.ts'

/** Acts of members, the shop, the gateway and the clock; `by` is one of four members. */
export type CampaignAct =
  | { kind: 'join'; by: number; qty: number; acceptsFewer: boolean }
  | { kind: 'leave'; by: number }
  | { kind: 'authorise'; by: number }
  | { kind: 'pay'; by: number }
  | { kind: 'wait'; minutes: number }
  | { kind: 'turn' }
  | { kind: 'apply' }
  | { kind: 'expire' }
  | { kind: 'money' }
  | { kind: 'cancel' }

export interface ModelSettings {
  money: CampaignMoney
  metric: CampaignMetric
  minTarget: number
  maxUnits: number | null
  lotSize: number
  perMemberLimit: number | null
  withdraw: WithdrawRule
}

interface ModelPlace {
  state: string
  qty: number
  acceptsFewer: boolean
  /** In minutes after the opening. */
  holdUntil: number
  payBy: number
  /** Cut or left out by the lot rule, as the decision has it. */
  keptQty: number
  isApplied: boolean
  isAuthorised: boolean
}

export const modelMembers = 4
export const minutesOpen = 24 * 60
const grace = 15
const holdMinutes = 15
const payMinutes = 48 * 60
const tiers = [{ fromUnits: 1 }, { fromUnits: 10 }, { fromUnits: 20 }]

/** A campaign with one group in memory, in the plainest way; each act gives the status it has. */
export class CampaignModel {
  readonly settings: ModelSettings
  state = 'forming'
  /** Minutes since the group opened. */
  now = 0
  /** The last place of each member, and all before it in the order of joining. */
  readonly places: (ModelPlace & { by: number })[] = []
  #graceUntil = 0

  constructor(settings: ModelSettings) {
    this.settings = settings
  }

  placeOf(by: number): (ModelPlace & { by: number }) | undefined {
    return this.places.findLast((place) => place.by === by)
  }

  act(act: CampaignAct): number {
    switch (act.kind) {
      case 'join':
        return this.#join(act)
      case 'leave':
        return this.#leave(act.by)
      case 'authorise':
        this.#authorise(act.by)
        return 200
      case 'pay':
        this.#pay(act.by)
        return 200
      case 'wait':
        this.now += act.minutes
        return 200
      case 'turn':
        this.#turn()
        return 200
      case 'apply':
        this.#apply()
        return 200
      case 'expire':
        for (const place of this.places) this.#expire(place)
        return 200
      case 'money':
        for (const place of this.places) {
          if (place.state === 'authorised' && place.isApplied) place.state = 'confirmed'
        }
        return 200
      case 'cancel':
        return this.#cancel()
    }
  }

  counts() {
    const live = this.places.filter(isLive)
    const counted = live.filter((place) => this.#isCounted(place))
    return { taken: [unitsOf(live), live.length], counted: [unitsOf(counted), counted.length] }
  }

  #isOpen(): boolean {
    return this.state === 'forming' || this.state === 'reached'
  }

  #isCounted({ state }: ModelPlace): boolean {
    return this.settings.money === 'pay_after_success' || state !== 'held'
  }

  #join({ by, qty, acceptsFewer }: Extract<CampaignAct, { kind: 'join' }>): number {
    const { maxUnits, perMemberLimit } = this.settings
    if (!this.#isOpen() || this.now >= minutesOpen) return 409
    const known = this.placeOf(by)
    if (known && isLive(known)) return 409
    if (perMemberLimit !== null && qty > perMemberLimit) return 409
    if (maxUnits !== null && (this.counts().taken[0] ?? 0) + qty > maxUnits) return 409
    this.places.push({
      by,
      qty,
      acceptsFewer,
      state: 'held',
      holdUntil: this.now + holdMinutes,
      payBy: 0,
      keptQty: qty,
      isApplied: false,
      isAuthorised: false,
    })
    this.#recount()
    return 200
  }

  #leave(by: number): number {
    const place = this.placeOf(by)
    if (!place) return 404
    // It has ended as the call asks: a repeated call is answered as the first.
    if (place.state === 'withdrawn' || place.state === 'lapsed') return 200
    if (!isLive(place) || place.state === 'confirmed') return 409
    if (place.state === 'awaiting_payment') return this.#end(place, 'lapsed')
    if (this.state === 'failed' || this.state === 'cancelled') return this.#end(place, 'released')
    if (!this.#isOpen() || this.now >= minutesOpen) return 409
    if (this.settings.withdraw === 'until_reached' && this.state === 'reached') return 409
    return this.#end(place, 'withdrawn')
  }

  #end(place: ModelPlace, state: string): number {
    place.state = state
    this.#recount()
    return 200
  }

  /** Reaches, falls short, or closes a group that is full. */
  #recount(): void {
    if (!this.#isOpen()) return
    const { metric, minTarget, maxUnits } = this.settings
    const [units = 0, members = 0] = this.counts().counted
    this.state = (metric === 'units' ? units : members) >= minTarget ? 'reached' : 'forming'
    if (maxUnits !== null && units >= maxUnits) this.#close()
  }

  #close(): void {
    this.state = 'closing'
    this.#graceUntil = this.now + (this.settings.money === 'authorise_capture' ? grace : 0)
  }

  #authorise(by: number): void {
    const place = this.placeOf(by)
    if (place?.state !== 'held' || this.settings.money !== 'authorise_capture') return
    place.isAuthorised = true
    if (!this.#isOpen() && this.state !== 'closing') return
    place.state = 'authorised'
    this.#recount()
  }

  #pay(by: number): void {
    const place = this.placeOf(by)
    if (place?.state === 'awaiting_payment') place.state = 'confirmed'
  }

  #turn(): void {
    if (this.#isOpen() && this.now >= minutesOpen) this.#close()
    if (this.state !== 'closing') return
    const held = () => this.places.filter(({ state }) => state === 'held')
    if (this.settings.money === 'authorise_capture') {
      if (this.now >= this.#graceUntil) for (const place of held()) place.state = 'lapsed'
      if (held().length > 0) return
    }
    this.#decide()
  }

  #decide(): void {
    const counted = this.places.filter(isLive).filter((place) => this.#isCounted(place))
    const { isSucceeded, plan } = decide({
      ...this.settings,
      tiers,
      counted: { units: unitsOf(counted), members: counted.length },
      places: counted.map((place) => ({ ...place, id: String(this.places.indexOf(place)) })),
    })
    this.state = isSucceeded ? 'succeeded' : 'failed'
    for (const [index, place] of this.places.entries()) {
      if (plan.leftOut.includes(String(index))) place.keptQty = 0
      if (plan.cut?.id === String(index)) place.keptQty = plan.cut.qty
    }
  }

  #apply(): void {
    if (this.#isOpen() || this.state === 'closing') return
    for (const place of this.places) {
      if (!isLive(place) || place.isApplied) continue
      const isKept = this.state === 'succeeded' && this.#isCounted(place) && place.keptQty > 0
      place.isApplied = true
      if (!isKept) {
        place.state = 'released'
        continue
      }
      place.qty = place.keptQty
      if (place.state !== 'held') continue
      place.state = 'awaiting_payment'
      place.payBy = this.now + payMinutes
    }
  }

  #expire(place: ModelPlace): void {
    const { state, holdUntil, payBy } = place
    const isOfCard = this.settings.money === 'authorise_capture'
    if (state === 'awaiting_payment' && this.now >= payBy) this.#end(place, 'lapsed')
    if (state !== 'held' || !isOfCard || this.now < holdUntil || place.isAuthorised) return
    const isGivenUp = this.state === 'failed' || this.state === 'cancelled'
    this.#end(place, isGivenUp ? 'released' : 'lapsed')
  }

  #cancel(): number {
    if (!this.#isOpen() && this.state !== 'closing') return 409
    this.state = 'cancelled'
    return 200
  }
}

function isLive({ state }: ModelPlace): boolean {
  return ['held', 'authorised', 'awaiting_payment', 'confirmed'].includes(state)
}

function unitsOf(places: readonly ModelPlace[]): number {
  return places.reduce((sum, { qty }) => sum + qty, 0)
}
