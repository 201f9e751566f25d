import { address } from '../field-rules.ts'
import type { Gateway } from '../gateway.ts'
import { addMs, dayMs, toTaipeiDay } from '../taipei-time.ts'
import {
  anything,
  checkData,
  checkSum,
  choice,
  type DataRules,
  day,
  email,
  given,
  invoiceNumber,
  knownCodes,
  ownCodes,
  Refusal,
  readItems,
  reason,
  text,
  wholeNumber,
} from './data-rules.ts'
import { type Allowance, type Data, type Invoice, remainingOf } from './invoice.ts'
import type { RegisterInvoiceCall } from './invoice-call.ts'
import { getInvoice, invoiceTime, namesInvoice } from './issue-routes.ts'
import { lastVoidAt } from './period.ts'

/** How long the buyer may agree. */
const agreeMs = 3 * dayMs

const allowanceNumber = text(16, /^\d{16}$/)
const required: DataRules = {
  ...namesInvoice,
  AllowanceNotify: choice('E', 'S', 'A', 'N'),
  AllowanceAmount: wholeNumber(1, 99_999_999),
  Items: anything,
}
const optional: DataRules = {
  CustomerName: text(60),
  NotifyMail: email,
  NotifyPhone: text(20, /^\d+$/),
  Reason: reason,
}
const namesAllowance = {
  InvoiceNo: given(invoiceNumber),
  AllowanceNo: given(allowanceNumber),
  Reason: given(reason),
}

export function registerAllowanceRoutes(gateway: Gateway, register: RegisterInvoiceCall): void {
  const { books, clock, invoices } = gateway
  const fields = ['IA_Allow_No', 'IA_Invoice_No', 'IA_Date', 'IA_Remain_Allowance_Amt']

  register('Allowance', {
    fields,
    answer(data) {
      checkData(data, required, optional)
      const { invoice, allowance } = addAllowance(gateway, data, { state: 'made' })
      return {
        RtnMsg: '折讓單資料新增成功',
        ...numbersOf(invoice, allowance),
        IA_Date: invoiceTime(allowance.at),
      }
    },
  })

  register('AllowanceByCollegiate', {
    fields: ['IA_Allow_No', 'IA_Invoice_No', 'IA_TempDate', 'IA_TempExpireDate'],
    answer(data) {
      const url = (value: unknown) => address(String(value))
      checkData(
        data,
        { ...required, AllowanceNotify: choice('E'), NotifyMail: given(email) },
        { ...optional, ReturnURL: url },
      )
      const expiresAt = addMs(clock.now(), agreeMs)
      const { invoice, allowance } = addAllowance(gateway, data, { state: 'asked', expiresAt })
      scheduleExpiry(gateway, invoice, allowance)
      return {
        RtnMsg: '折讓單資料新增成功',
        ...numbersOf(invoice, allowance),
        IA_TempDate: invoiceTime(allowance.at),
        IA_TempExpireDate: invoiceTime(expiresAt),
      }
    },
  })

  const cancel = {
    fields: ['IA_Invoice_No'],
    answer(data: Data) {
      const { invoice, allowance } = named(data)
      if (allowance.state !== 'asked') {
        throw new Refusal(ownCodes.state, '線上折讓已同意、已取消或已逾期')
      }
      end(invoice, allowance, 'cancelled')
      return { RtnMsg: '取消線上折讓成功', IA_Invoice_No: invoice.number }
    },
  }
  // The guides have the first name, the document of a sister company the second.
  register('CancelAllowance', cancel)
  register('AllowanceInvalidByCollegiate', cancel)

  register('AllowanceInvalid', {
    fields: ['IA_Invoice_No'],
    answer(data) {
      const { invoice, allowance } = named(data)
      if (allowance.state !== 'made') throw new Refusal(ownCodes.state, '該折讓單無法作廢')
      if (clock.now() > lastVoidAt(allowance.at)) {
        throw new Refusal(ownCodes.tooLate, '已超過作廢期限，該期折讓已申報')
      }
      end(invoice, allowance, 'void')
      return { RtnMsg: '該折讓單已作廢', IA_Invoice_No: invoice.number }
    },
  })

  register('GetAllowanceList', {
    answer(data) {
      const isByNumber = data.SearchType === '0'
      checkData(
        data,
        isByNumber
          ? { SearchType: choice('0'), AllowanceNo: given(allowanceNumber) }
          : { SearchType: choice('1', '2'), InvoiceNo: given(invoiceNumber), Date: given(day) },
      )
      const found = isByNumber ? byNumber(data) : byInvoice(data)
      // One that the buyer has not agreed to is left out.
      const told = found.filter(({ allowance: { state } }) => state === 'made' || state === 'void')
      if (told.length === 0) throw new Refusal(knownCodes.notFound, '無折讓資料')
      return { AllowanceInfo: told.map(infoOf) }
    },
  })

  function named(data: Data) {
    checkData(data, namesAllowance)
    const found = invoices.findAllowance(String(data.AllowanceNo))
    if (found?.invoice.number !== data.InvoiceNo || !found) {
      throw new Refusal(knownCodes.notFound, '無折讓單資料')
    }
    return found
  }

  function end(invoice: Invoice, allowance: Allowance, state: 'void' | 'cancelled'): void {
    allowance.state = state
    allowance.voidedAt = clock.now()
    books.keep(invoice)
  }

  function byNumber({ AllowanceNo }: Data): Found[] {
    const found = invoices.findAllowance(String(AllowanceNo))
    return found ? [found] : []
  }

  function byInvoice(data: Data): Found[] {
    if (data.SearchType === '1') {
      const invoice = getInvoice(gateway, { ...data, InvoiceDate: data.Date })
      return invoice.allowances.map((allowance) => ({ invoice, allowance }))
    }
    const invoice = invoices.findByNumber(String(data.InvoiceNo))
    const on = String(data.Date).replaceAll('/', '-')
    return (invoice?.allowances ?? [])
      .filter(({ at }) => toTaipeiDay(at) === on)
      .flatMap((allowance) => (invoice ? [{ invoice, allowance }] : []))
  }
}

interface Found {
  invoice: Invoice
  allowance: Allowance
}

/** Throws where the invoice has less left, or is void. */
function addAllowance(
  gateway: Gateway,
  data: Data,
  as: Pick<Allowance, 'state' | 'expiresAt'>,
): Found {
  const { AllowanceNotify, NotifyMail = '', NotifyPhone = '' } = data
  if ((AllowanceNotify === 'E' || AllowanceNotify === 'A') && NotifyMail === '') {
    throw new Refusal(ownCodes.field, 'NotifyMail：以電子郵件通知時不可為空')
  }
  if ((AllowanceNotify === 'S' || AllowanceNotify === 'A') && NotifyPhone === '') {
    throw new Refusal(ownCodes.field, 'NotifyPhone：以簡訊通知時不可為空')
  }
  const amount = Number(data.AllowanceAmount)
  const items = readItems(data.Items)
  checkSum('AllowanceAmount', amount, items)
  const invoice = getInvoice(gateway, data)
  if (invoice.voidedAt) throw new Refusal(ownCodes.state, '發票已作廢，無法折讓')
  const remaining = remainingOf(invoice)
  if (amount > remaining) {
    throw new Refusal(ownCodes.aboveRemaining, `折讓金額超過剩餘可折讓金額 ${remaining}`)
  }
  const { MerchantID: _, ...form } = data
  const at = gateway.clock.now()
  const allowance = gateway.invoices.addAllowance(invoice, { ...as, amount, items, form, at })
  gateway.books.keep(invoice)
  return { invoice, allowance }
}

function numbersOf(invoice: Invoice, { number }: Allowance): Data {
  return {
    IA_Allow_No: number,
    IA_Invoice_No: invoice.number,
    IA_Remain_Allowance_Amt: remainingOf(invoice),
  }
}

/** The end of an online allowance that nobody agrees to. */
export function scheduleExpiry(gateway: Gateway, invoice: Invoice, allowance: Allowance): void {
  if (allowance.state !== 'asked' || !allowance.expiresAt) return
  gateway.clock.schedule(allowance.expiresAt, () => {
    if (allowance.state !== 'asked') return
    allowance.state = 'expired'
    gateway.books.keep(invoice)
  })
}

/** The buyer agrees to an online allowance, and the shop is notified; false when it is too late. */
export function agree(gateway: Gateway, { invoice, allowance }: Found): boolean {
  if (allowance.state !== 'asked') return false
  allowance.state = 'made'
  allowance.at = gateway.clock.now()
  const url = allowance.form.ReturnURL
  gateway.notifier.notify(invoice, {
    kind: 'allowance',
    url: typeof url === 'string' && url !== '' ? url : undefined,
    fields: {
      RtnCode: '1',
      RtnMsg: '折讓成功',
      IA_Allow_No: allowance.number,
      IA_Invoice_No: invoice.number,
      IA_Date: invoiceTime(allowance.at),
      IIS_Remain_Allowance_Amt: String(remainingOf(invoice)),
    },
  })
  gateway.books.keep(invoice)
  return true
}

function infoOf({ invoice, allowance }: Found): Data {
  const { form, amount } = allowance
  const field = (name: string) => String(form[name] ?? '')
  const isTaxed = invoice.form.TaxType === '1'
  const withoutTax = isTaxed ? Math.round(amount / 1.05) : amount
  return {
    IA_Allow_No: allowance.number,
    IA_Check_Send_Mail: field('AllowanceNotify'),
    IA_Date: invoiceTime(allowance.at),
    IA_IP: '127.0.0.1',
    IA_Identifier: String(invoice.form.CustomerIdentifier || '0000000000'),
    IA_Invalid_Status: allowance.state === 'void' ? '1' : '0',
    IA_Invoice_Issue_Date: invoiceTime(invoice.issuedAt),
    IA_Invoice_No: invoice.number,
    IA_Mer_ID: '2000132',
    IA_Send_Mail: field('NotifyMail'),
    IA_Send_Phone: field('NotifyPhone'),
    IA_Tax_Amount: amount - withoutTax,
    IA_Tax_Type: String(invoice.form.TaxType),
    IA_Total_Amount: withoutTax,
    IA_Total_Tax_Amount: amount,
    IA_Upload_Date: '',
    IA_Upload_Status: '0',
    IIS_Customer_Name: field('CustomerName'),
    Items: allowance.items,
  }
}
