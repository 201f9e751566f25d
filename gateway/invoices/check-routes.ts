import type { Gateway } from '../gateway.ts'
import { toTaipeiDay } from '../taipei-time.ts'
import { checkData, choice, given, knownCodes, ownCodes, Refusal, text } from './data-rules.ts'
import { rangesOf } from './invoice.ts'
import type { RegisterInvoiceCall } from './invoice-call.ts'
import { isBusinessNumber } from './issue-form.ts'

/** Codes and numbers that exist in form alone; every other one of the right form exists. */
const unknownOnes = { barcode: '/0000000', loveCode: '9999999', company: '10458574' }

/** Checks before an invoice, and the numbers that are left. */
export function registerCheckRoutes(gateway: Gateway, register: RegisterInvoiceCall): void {
  const { clock, settings } = gateway

  function checkMinistry(): void {
    if (settings.ministryAnswers) return
    throw new Refusal(knownCodes.ministryDown, '財政部系統目前維護中，無法驗證，請稍後再試')
  }

  register('CheckBarcode', {
    fields: ['IsExist'],
    answer(data) {
      // A plus that went through a form has become a space.
      checkData(data, { BarCode: given(text(8, /^\/[0-9A-Z.+ -]{7}$/)) })
      checkMinistry()
      return { IsExist: data.BarCode === unknownOnes.barcode ? 'N' : 'Y' }
    },
  })

  register('CheckLoveCode', {
    fields: ['IsExist'],
    answer(data) {
      checkData(data, { LoveCode: given(text(7, /^\d{3,7}$/)) })
      checkMinistry()
      return { IsExist: data.LoveCode === unknownOnes.loveCode ? 'N' : 'Y' }
    },
  })

  register('GetCompanyNameByTaxID', {
    fields: ['CompanyName'],
    answer(data) {
      checkData(data, { UnifiedBusinessNo: given(text(8, /^\d{8}$/)) })
      const number = String(data.UnifiedBusinessNo)
      if (!isBusinessNumber(number)) throw new Refusal(ownCodes.field, '統一編號檢查碼不符')
      checkMinistry()
      if (number === unknownOnes.company) throw new Refusal(knownCodes.notFound, '查無公司名稱')
      return { CompanyName: `測試公司 ${number}` }
    },
  })

  register('GetInvoiceWordSetting', {
    answer(data) {
      const term = choice(0, 1, 2, 3, 4, 5, 6)
      checkData(
        data,
        { InvoiceYear: given(text(3, /^\d{3}$/)), InvoiceCategory: choice(1) },
        { InvoiceTerm: term, UseStatus: term, InvType: choice('07'), InvoiceHeader: text(2) },
      )
      const now = clock.now()
      const year = Number(data.InvoiceYear) + 1911
      if (Math.abs(year - Number(toTaipeiDay(now).slice(0, 4))) > 1) {
        throw new Refusal(ownCodes.field, 'InvoiceYear：只可查詢去年、當年與明年')
      }
      const { InvoiceTerm = 0, UseStatus = 0, InvoiceHeader = '' } = data
      const ranges = rangesOf(gateway, { year, now }).filter(
        (range) =>
          (InvoiceTerm === 0 || range.term === InvoiceTerm) &&
          (UseStatus === 0 || range.useStatus === UseStatus) &&
          (InvoiceHeader === '' || range.track === InvoiceHeader),
      )
      if (ranges.length === 0) throw new Refusal(knownCodes.notFound, '查無資料')
      return {
        RtnMsg: '查詢成功',
        InvoiceInfo: ranges.map(({ id, term, track, start, end, used, useStatus }) => ({
          TrackID: id.replace('-', '').padStart(10, '0'),
          InvoiceYear: String(data.InvoiceYear),
          InvoiceTerm: term,
          InvoiceCategory: 1,
          InvType: '07',
          InvoiceHeader: track,
          InvoiceStart: String(start),
          InvoiceEnd: String(end),
          InvoiceNo: used === 0 ? '' : String(start + used - 1),
          UseStatus: useStatus,
        })),
      }
    },
  })
}
