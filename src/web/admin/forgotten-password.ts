/** Router state between the forgotten-password screens, so that the name is typed once. */
export interface AccountState {
  username: string
}

export const whomToAsk = '請聯絡商店的系統管理人員為您重設密碼。'
