import { t } from './translate.ts'
/** The exceptions of the law from the withdrawal of an online purchase, as a product names its own. */
export const noReturnLabels = {
  perishable: '易於腐敗或保存期限較短',
  custom: '依您的要求客製',
  press: '報紙、期刊或雜誌',
  digital: '線上提供的數位內容或服務',
  opened_media: '影音商品或電腦軟體，拆封後',
  opened_hygiene: '個人衛生用品，拆封後',
} as const
export type NoReturn = keyof typeof noReturnLabels
export const noReturns = Object.keys(noReturnLabels) as [NoReturn, ...NoReturn[]]

/** Whether it holds only once the goods are opened: unopened they come back as any others. */
export function isOnceOpened(reason: NoReturn): boolean {
  return reason === 'opened_media' || reason === 'opened_hygiene'
}

/** As pages of products, carts and orders say it. */
export function noReturnText(reason: NoReturn): string {
  return isOnceOpened(reason)
    ? t('{reason}依法不適用七天鑑賞期', { reason: t(noReturnLabels[reason]) })
    : t('{reason}，依法不適用七天鑑賞期', { reason: t(noReturnLabels[reason]) })
}
