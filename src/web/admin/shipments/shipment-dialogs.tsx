import { adminShipmentApi, type Shipment } from '#contract/shipments.ts'
import { write } from '../../api/write.ts'
import { askAbout } from '../lists/ask-about.tsx'
import type { Question } from '../ui/question.tsx'

/** The questions of the list and of the page of an order. */
export const shipmentQuestions = {
  retry: ({ id, number }: Shipment): Question => ({
    title: `訂單 ${number} - 重新建立寄件單`,
    text: '若先前沒有收到綠界的回覆，會先確認是否已經建立，不會重複建立。',
    label: '重新建立',
    run: () => write(adminShipmentApi.retry, { params: { id } }),
  }),
  ask: ({ id, number }: Shipment): Question => ({
    title: `訂單 ${number} - 查詢狀態`,
    text: '向綠界查詢這張寄件單目前的狀態。',
    label: '查詢',
    run: () => write(adminShipmentApi.ask, { params: { id } }),
  }),
  cancel: ({ id, number, store }: Shipment): Question => ({
    title: `訂單 ${number} - 取消寄件單`,
    text:
      store.chain === 'UNIMART'
        ? '尚未寄件的 7-ELEVEN 店到店會向綠界取消；取消後可以重新建立。'
        : '這家超商無法線上取消，代碼會在期限後失效。請不要再拿這個代碼寄件，之後可以重新建立。',
    label: '取消寄件單',
    color: 'error',
    run: () => write(adminShipmentApi.cancel, { params: { id } }),
  }),
}

export const RetryShipmentDialog = askAbout(shipmentQuestions.retry)
export const AskShipmentDialog = askAbout(shipmentQuestions.ask)
export const CancelShipmentDialog = askAbout(shipmentQuestions.cancel)
