import type { AllowanceState, InvoiceState } from '#contract/invoice-states.ts'
import { ShopError } from '../http/shop-error.ts'

export const invoiceEvents = [
  'send',
  'issued',
  'not_issued',
  'refused',
  'retry',
  'drop',
  'void',
  'voided',
  'not_voided',
] as const
type InvoiceEvent = (typeof invoiceEvents)[number]

export const allowanceEvents = ['send', 'allowed', 'not_made', 'refused', 'retry', 'drop'] as const
type AllowanceEvent = (typeof allowanceEvents)[number]

/** `same` answers as if done and writes nothing; `refused` writes nothing. */
type Outcome<State> = State | 'same' | 'no'

/**
 * Every pair of state and event. An invoice that was issued after all is issued, whichever try it was;
 * only what is known not to be at the provider can be dropped.
 */
const invoiceTransitions: Record<InvoiceState, Record<InvoiceEvent, Outcome<InvoiceState>>> = {
  queued: {
    send: 'issuing',
    issued: 'issued',
    not_issued: 'same',
    refused: 'failed',
    retry: 'same',
    drop: 'dropped',
    void: 'no',
    voided: 'voided',
    not_voided: 'no',
  },
  issuing: {
    send: 'no',
    issued: 'issued',
    not_issued: 'queued',
    refused: 'failed',
    retry: 'same',
    drop: 'no',
    void: 'no',
    voided: 'voided',
    not_voided: 'no',
  },
  issued: {
    send: 'no',
    issued: 'same',
    not_issued: 'no',
    refused: 'no',
    retry: 'same',
    drop: 'no',
    void: 'voiding',
    voided: 'voided',
    not_voided: 'same',
  },
  voiding: {
    send: 'no',
    issued: 'same',
    not_issued: 'no',
    refused: 'no',
    retry: 'same',
    drop: 'no',
    void: 'same',
    voided: 'voided',
    not_voided: 'issued',
  },
  voided: {
    send: 'no',
    issued: 'same',
    not_issued: 'no',
    refused: 'no',
    retry: 'no',
    drop: 'no',
    void: 'same',
    voided: 'same',
    not_voided: 'no',
  },
  failed: {
    send: 'no',
    issued: 'issued',
    not_issued: 'same',
    refused: 'same',
    retry: 'queued',
    drop: 'dropped',
    void: 'no',
    voided: 'voided',
    not_voided: 'no',
  },
  dropped: {
    send: 'no',
    issued: 'issued',
    not_issued: 'same',
    refused: 'same',
    retry: 'no',
    drop: 'same',
    void: 'no',
    voided: 'voided',
    not_voided: 'no',
  },
}

const allowanceTransitions: Record<
  AllowanceState,
  Record<AllowanceEvent, Outcome<AllowanceState>>
> = {
  queued: {
    send: 'sending',
    allowed: 'allowed',
    not_made: 'same',
    refused: 'failed',
    retry: 'same',
    drop: 'dropped',
  },
  sending: {
    send: 'no',
    allowed: 'allowed',
    not_made: 'queued',
    refused: 'failed',
    retry: 'same',
    drop: 'no',
  },
  allowed: {
    send: 'no',
    allowed: 'same',
    not_made: 'no',
    refused: 'no',
    retry: 'no',
    drop: 'no',
  },
  failed: {
    send: 'no',
    allowed: 'allowed',
    not_made: 'same',
    refused: 'same',
    retry: 'queued',
    drop: 'dropped',
  },
  dropped: {
    send: 'no',
    allowed: 'allowed',
    not_made: 'same',
    refused: 'same',
    retry: 'no',
    drop: 'same',
  },
}

/** The state that the event leads to; the given one when there is nothing to do. Throws INVOICE_STATE. */
export function nextInvoiceState(state: InvoiceState, event: InvoiceEvent): InvoiceState {
  return reached(state, invoiceTransitions[state][event])
}

export function nextAllowanceState(state: AllowanceState, event: AllowanceEvent): AllowanceState {
  return reached(state, allowanceTransitions[state][event])
}

function reached<State extends string>(state: State, outcome: Outcome<State>): State {
  if (outcome === 'same') return state
  if (outcome === 'no') throw new ShopError('INVOICE_STATE')
  return outcome as State
}
