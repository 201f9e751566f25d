import type { Gateway } from '../gateway.ts'
import { toTaipeiDay, toTaipeiTime } from '../taipei-time.ts'
import {
  checkData,
  day,
  given,
  invoiceNumber,
  knownCodes,
  ownCodes,
  Refusal,
  reason,
  relateNumber,
} from './data-rules.ts'
import { type Data, type Invoice, isOpenOrMade, numbersOf, remainingOf, taxOf } from './invoice.ts'
import type { RegisterInvoiceCall } from './invoice-call.ts'
import { readIssue } from './issue-form.ts'
import { lastVoidAt, periodOf } from './period.ts'

/** `yyyy-MM-dd HH:mm:ss`, as invoices write their times. */
export function invoiceTime(at: Date): string {
  return toTaipeiTime(at).replaceAll('/', '-')
}

export const namesInvoice = { InvoiceNo: given(invoiceNumber), InvoiceDate: given(day) }

/** The invoice of a number and a day; throws when there is none. */
export function getInvoice({ invoices }: Gateway, { InvoiceNo, InvoiceDate }: Data): Invoice {
  const invoice = invoices.findByNumber(String(InvoiceNo))
  const issuedOn = invoice && toTaipeiDay(invoice.issuedAt)
  if (!invoice || issuedOn !== String(InvoiceDate).replaceAll('/', '-')) {
    throw new Refusal(knownCodes.notFound, '無發票號碼資料')
  }
  return invoice
}

export function registerIssueRoutes(gateway: Gateway, register: RegisterInvoiceCall): void {
  const { books, clock, invoices, settings } = gateway

  register('Issue', {
    fields: ['InvoiceNo', 'InvoiceDate', 'RandomNumber'],
    answer(data) {
      const now = clock.now()
      const issue = readIssue(data, now)
      if (invoices.find(issue.relateNumber)) {
        throw new Refusal(knownCodes.relateNumberUsed, 'B2C開立發票 自訂編號重覆，請重新設定')
      }
      const { MerchantID: _, ...form } = data
      const invoice = invoices.add({ ...issue, form }, now, numbersOf(settings, periodOf(now)))
      if (!invoice) throw new Refusal(ownCodes.noNumbers, '本期字軌號碼已用罄')
      books.keep(invoice)
      return {
        RtnMsg: '開立發票成功',
        InvoiceNo: invoice.number,
        InvoiceDate: invoiceTime(invoice.issuedAt),
        RandomNumber: invoice.randomNumber,
      }
    },
  })

  register('GetIssue', {
    answer(data) {
      const { RelateNumber, InvoiceNo } = data
      if ((RelateNumber === undefined) === (InvoiceNo === undefined)) {
        throw new Refusal(knownCodes.missing, 'RelateNumber 與 InvoiceNo 須擇一')
      }
      if (RelateNumber === undefined) {
        checkData(data, namesInvoice)
        return { RtnMsg: '查詢成功', ...issueFields(getInvoice(gateway, data)) }
      }
      checkData(data, { RelateNumber: given(relateNumber) })
      const invoice = invoices.find(String(RelateNumber))
      if (!invoice) throw new Refusal(knownCodes.notFound, '無發票號碼資料')
      return { RtnMsg: '查詢成功', ...issueFields(invoice) }
    },
  })

  register('Invalid', {
    fields: ['InvoiceNo'],
    answer(data) {
      checkData(data, { ...namesInvoice, Reason: given(reason) })
      const invoice = getInvoice(gateway, data)
      voidInvoice(gateway, invoice, String(data.Reason))
      return { RtnMsg: '作廢發票成功', InvoiceNo: invoice.number }
    },
  })
}

/** Throws where the rules or the calendar forbid it. */
export function voidInvoice({ books, clock }: Gateway, invoice: Invoice, why: string): void {
  const now = clock.now()
  if (invoice.voidedAt) throw new Refusal(knownCodes.voidedBefore, '該發票已被作廢過')
  if (invoice.allowances.some(isOpenOrMade)) {
    throw new Refusal(
      knownCodes.hasAllowance,
      '該發票已被折讓過，無法直接作廢發票，並請確認該發票所開立的折讓單是否全部已作廢',
    )
  }
  if (invoice.form.Donation === '1') {
    throw new Refusal(ownCodes.donated, '已捐贈的發票無法作廢')
  }
  if (now > lastVoidAt(invoice.issuedAt)) {
    throw new Refusal(ownCodes.tooLate, '已超過作廢期限，該期發票已申報')
  }
  invoice.voidedAt = now
  invoice.voidReason = why
  books.keep(invoice)
}

/** The invoice as a query tells it. */
function issueFields(invoice: Invoice): Data {
  const { form } = invoice
  const field = (name: string) => String(form[name] ?? '')
  const carrier = field('CarrierType')
  // A member's carrier is the address, and the hidden id of a card is left out of the answer.
  const carrierNumber =
    carrier === '1'
      ? field('CustomerEmail') || field('CustomerPhone')
      : field('CarrierNum2') || field('CarrierNum')
  return {
    IIS_Mer_ID: '2000132',
    IIS_Number: invoice.number,
    IIS_Relate_Number: String(form.RelateNumber),
    IIS_Customer_ID: field('CustomerID'),
    IIS_Identifier: field('CustomerIdentifier') || '0000000000',
    IIS_Customer_Name: field('CustomerName'),
    IIS_Customer_Addr: field('CustomerAddr'),
    IIS_Customer_Phone: field('CustomerPhone'),
    IIS_Customer_Email: field('CustomerEmail'),
    IIS_Clearance_Mark: field('ClearanceMark'),
    IIS_Type: field('InvType'),
    IIS_Category: field('CustomerIdentifier') ? 'B2B' : 'B2C',
    IIS_Tax_Type: field('TaxType'),
    IIS_Tax_Rate: field('TaxType') === '1' || field('TaxType') === '9' ? 0.05 : 0,
    IIS_Tax_Amount: taxOf(invoice),
    IIS_Sales_Amount: invoice.amount,
    IIS_Check_Number: 'P',
    IIS_Carrier_Type: carrier,
    IIS_Carrier_Num: carrierNumber,
    IIS_Love_Code: field('LoveCode') || '0',
    IIS_IP: '127.0.0.1',
    IIS_Create_Date: invoiceTime(invoice.issuedAt),
    IIS_Issue_Status: '1',
    IIS_Invalid_Status: invoice.voidedAt ? '1' : '0',
    IIS_Upload_Status: '0',
    IIS_Upload_Date: '',
    IIS_Turnkey_Status: '',
    IIS_Remain_Allowance_Amt: remainingOf(invoice),
    IIS_Print_Flag: field('Print'),
    IIS_Award_Flag: '',
    IIS_Award_Type: '',
    IIS_Random_Number: invoice.randomNumber,
    InvoiceRemark: field('InvoiceRemark'),
    Items: invoice.items,
  }
}
