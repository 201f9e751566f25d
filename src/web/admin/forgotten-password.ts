/** What the screens around a forgotten password hand on to each other, so that it is typed once. */
export interface AccountState {
  username: string
}

export const whomToAsk = '請聯絡商店的系統管理人員為您重設密碼。'
