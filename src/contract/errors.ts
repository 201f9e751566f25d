import type { ImportMatching } from './imports.ts'

/** A product of which less is left than an order asks for. */
export interface Shortage {
  product_id: string
  /** Where it is another than `product_id`. */
  variant_id?: string
  title: string
  asked: number
  left: number
}

/**
 * The reply of every failed call. `message` is an array when it has one text for each faulty field.
 */
export interface ErrorReply {
  success: false
  message: string | string[]
  code: ShopErrorCode
  /** The text for each faulty field of the input, by its name. */
  fields?: Record<string, string>
  /** With a fault of the server only: what to look for in its log. */
  requestId?: string
  /** Products that are short, with a refused order only. */
  shortages?: Shortage[]
  /**
   * The text for each refused line, with a refused count of stock only; `on_hand` is the number of
   * now where it is not the expected one, null for a product that is not counted.
   */
  lines?: { product_id: string; variant_id?: string; message: string; on_hand?: number | null }[]
  /** The fee of now in whole NT$, with an order that was shown another one only. */
  shipping_fee?: number
  /** How the columns of an imported file were understood, where that is why it is refused. */
  matching?: ImportMatching
  /** The orders that have not ended, with a refused erasure only. */
  orders?: string[]
  /** In the form of the identity provider, with a refused sign-in or confirmation of staff only. */
  error?: { code: string; message: string }
}

/** All refusals of the shop: the status, and the message for the shopper or the administrator. */
export const shopErrors = {
  INVALID_INPUT: { status: 400, message: '輸入的資料格式有誤' },
  BODY_TOO_LARGE: { status: 413, message: '送出的資料過大' },
  UNSUPPORTED_TYPE: { status: 415, message: '不支援的資料格式' },
  UNKNOWN_PATH: { status: 404, message: '找不到此路徑' },
  METHOD_NOT_ALLOWED: { status: 405, message: '不支援的請求方法' },
  FOREIGN_PATH: { status: 403, message: '禁止使用, 請確認 api_path 是否為本人使用。' },
  FOREIGN_ORIGIN: { status: 403, message: '不接受來自其他網站的請求' },
  REQUEST_TIMEOUT: { status: 408, message: '連線逾時，請再試一次' },
  TOO_MANY_REQUESTS: { status: 429, message: '操作過於頻繁，請稍後再試' },
  UNAVAILABLE: { status: 503, message: '系統忙碌中，請稍後再試' },
  INTERNAL: { status: 500, message: '系統發生錯誤，請稍後再試' },

  MEMBER_REQUIRED: { status: 401, message: '請先登入會員' },
  MEMBER_TOKEN_INVALID: { status: 401, message: '登入已失效，請重新登入' },
  ADMIN_REQUIRED: { status: 401, message: '驗證錯誤, 請重新登入' },
  PERMISSION_DENIED: { status: 403, message: '無此權限' },
  ADMIN_LOGIN_FAILED: { status: 400, message: '登入失敗' },
  ADMIN_CHECK_FAILED: { status: 403, message: '請重新登入' },
  ADMIN_LOGOUT_FAILED: { status: 400, message: '請重新登出' },
  ADMIN_RESET_UNAVAILABLE: {
    status: 403,
    message: '本商店未開放以信件重設密碼，請聯絡系統管理人員',
  },
  ADMIN_RESET_CODE_INVALID: { status: 400, message: '連結已失效，請重新申請' },
  ADMIN_PASSWORD_TOO_SHORT: { status: 400, message: '密碼至少需要 8 個字元' },
  SECOND_FACTOR_REQUIRED: { status: 400, message: '請輸入驗證碼' },
  SECOND_FACTOR_WRONG: { status: 400, message: '驗證碼錯誤' },
  SECOND_FACTOR_LOCKED: { status: 429, message: '驗證碼錯誤次數過多，請稍後再試' },
  SECOND_FACTOR_MISSING: { status: 403, message: '請先啟用兩步驟驗證' },
  SECOND_FACTOR_STATE: { status: 409, message: '兩步驟驗證目前的狀態無法進行此操作' },
  CONFIRMATION_REQUIRED: { status: 403, message: '請再次確認身分' },
  FIRST_ADMIN_GONE: {
    status: 400,
    message: '連結已失效。已有帳號請直接登入；還沒有的話，請重新啟動商店以取得新的連結',
  },
  INVITATION_GONE: { status: 400, message: '邀請已失效，請聯絡店主重新寄送' },
  INVITATION_NOT_FOUND: { status: 404, message: '找不到邀請' },
  STAFF_NOT_FOUND: { status: 404, message: '找不到成員' },
  STAFF_EXISTS: { status: 409, message: '此帳號已存在' },
  STAFF_LAST_OWNER: { status: 409, message: '至少需保留一位店主' },
  STAFF_SELF: { status: 409, message: '無法變更自己的權限' },
  VIEW_NOT_FOUND: { status: 404, message: '找不到檢視' },
  VIEW_NAME_TAKEN: { status: 409, message: '檢視名稱已存在' },
  VIEW_LIMIT: { status: 409, message: '檢視數量已達上限' },
  ADMIN_SESSION_NOT_FOUND: { status: 404, message: '找不到登入紀錄' },

  PRODUCT_NOT_FOUND: { status: 404, message: '找不到產品' },
  VARIANTS_CHANGED: { status: 409, message: '規格已被他人更新，請重新載入' },
  CART_VARIANT_NOT_FOUND: { status: 404, message: '找不到這個規格，請重新選擇' },
  CART_LINE_NOT_FOUND: { status: 404, message: '找不到購物車項目' },
  CART_QUANTITY_LIMIT: { status: 400, message: '加入購物車有誤，單項商品數量上限為 9999' },
  CART_STOCK_SHORT: { status: 409, message: '商品庫存不足' },
  CART_FULL: { status: 400, message: '購物車最多可放 100 項商品' },
  COUPON_UNKNOWN: { status: 404, message: '找不到優惠券!' },
  COUPON_UNUSABLE: { status: 400, message: '優惠券無法使用或已過期' },

  SHOP_CLOSED: { status: 409, message: '商店準備中，暫不接受訂購' },
  CART_EMPTY: { status: 409, message: '購物車內沒有商品' },
  ORDER_LINE_GONE: { status: 409, message: '商品已下架，請自購物車移除後再送出' },
  ORDER_STOCK_SHORT: { status: 409, message: '商品庫存不足，請調整購物車後再送出' },
  ORDER_COUPON_GONE: { status: 409, message: '優惠券已失效，請更換或移除優惠券後再送出' },
  ORDER_TOTAL_CHANGED: { status: 409, message: '金額已變更，請確認購物車後再送出' },
  ORDER_UNPAID_LIMIT: { status: 409, message: '尚未付款的訂單過多，請先完成付款' },
  ORDER_TOTAL_LIMIT: { status: 400, message: '訂單金額超過上限' },
  ORDER_NOT_FOUND: { status: 404, message: '找不到訂單' },
  TOO_MANY_MESSAGES: { status: 409, message: '您已留了許多訊息，請等候商店回覆' },
  ORDER_LINK_NEEDED: {
    status: 403,
    message: '為了保障您的款項，請從訂單信件中的連結開啟訂單，或以下單時的瀏覽器操作',
  },
  ORDER_LOOKUP_FAILED: {
    status: 404,
    message: '找不到這筆訂單，請確認訂單編號與電話；以會員訂購的請登入查看',
  },
  ORDER_STATE: { status: 409, message: '訂單目前的狀態無法進行此操作' },
  ORDER_NOT_CANCELLABLE: {
    status: 409,
    message: '訂單已進入備貨或出貨，無法自行取消，請與我們聯絡',
  },
  ORDER_NOT_CHANGEABLE: {
    status: 409,
    message: '訂單已進入備貨或出貨，無法自行變更，請與我們聯絡',
  },
  ORDER_OF_GROUP: { status: 409, message: '這是跟團的訂單，請在「我的團」變更份數' },
  ORDER_CHANGED: { status: 409, message: '訂單或價格已有變更，請重新確認' },
  ORDER_NOT_PAYABLE: { status: 409, message: '尚未成團，成團後才需要付款' },
  ORDER_REAL_MONEY: { status: 409, message: '此訂單已透過金流收款，請改用退款' },
  PARCEL_TOO_MUCH: { status: 400, message: '出貨數量超過未出貨數量' },
  PARCEL_NOT_FOUND: { status: 404, message: '找不到包裹' },
  RETURN_TOO_MUCH: { status: 400, message: '退貨數量超過已出貨數量' },
  RETURN_TOO_LATE: { status: 409, message: '已超過退貨期限' },
  RETURN_NOT_FOUND: { status: 404, message: '找不到退貨' },
  RETURN_REFUSED: { status: 409, message: '目前無法申請退貨' },
  RETURN_STATE: { status: 409, message: '這筆退貨目前的狀態無法進行此操作' },
  RETURN_NOT_BACK: { status: 409, message: '商品還沒退回，不能退款' },
  REFUND_TOO_MUCH: { status: 409, message: '退款金額超過可退金額' },
  REFUND_NOT_FOUND: { status: 404, message: '找不到退款' },
  REFUND_STATE: { status: 409, message: '此退款正在處理中' },
  REFUND_ACCOUNT_NOT_NEEDED: { status: 409, message: '此訂單沒有需要帳戶的退款' },
  REFUND_AUTHORISED: { status: 409, message: '此訂單只有授權，尚未請款，請改用取消訂單' },
  CREDIT_OFF: { status: 409, message: '目前無法使用購物金或點數' },
  CREDIT_TOO_MUCH: { status: 409, message: '折抵的金額超過可折抵的上限' },
  CREDIT_SHORT: { status: 409, message: '購物金或點數餘額不足，請重新確認' },
  CREDIT_NO_MEMBER: { status: 409, message: '這位顧客不是會員，沒有購物金與點數' },
  REFUND_NOTHING: { status: 409, message: '此訂單沒有可退的款項' },
  PAYMENT_METHOD_NEEDED: { status: 400, message: '請至付款頁面選擇付款方式' },
  PAYMENT_METHOD_UNKNOWN: { status: 400, message: '不支援的付款方式' },
  PACKING_TOO_MANY: { status: 400, message: '一次最多 500 筆' },
  METHOD_OFF: { status: 400, message: '此付款方式目前無法使用' },
  METHOD_LAST: { status: 400, message: '至少需保留一種付款方式' },
  PAYMENT_METHOD_AMOUNT: { status: 400, message: '此付款方式不適用於此金額' },
  ON_DELIVERY_REFUSED: { status: 409, message: '這筆訂單不能使用取貨付款' },
  ON_DELIVERY_SENT: { status: 409, message: '包裹已建立，請在取貨時付款；需要變更請與我們聯絡' },
  LEADER_MONEY_NONE: { status: 404, message: '這個團不是付給團主' },
  RECEIPT_TOO_MUCH: { status: 409, message: '登記的金額超過應收，請重新整理後再試' },
  RECEIPT_HANDED_OVER: {
    status: 409,
    message: '這筆款項已交給店家，不能減少；需要退款請聯絡店家',
  },
  RECEIPT_NOT_FOUND: { status: 404, message: '找不到這筆收款' },
  HAND_OVER_NOT_FOUND: { status: 404, message: '找不到這筆交款' },
  HAND_OVER_STATE: { status: 409, message: '這筆交款已處理過，請重新整理' },
  HAND_OVER_SPENT: {
    status: 409,
    message: '這筆交款付清的訂單已在備貨或出貨，無法沖銷',
  },
  PAID_TO_LEADER: { status: 409, message: '這筆訂單由團主收款，請依團主說明的方式付款' },
  PAYMENT_TIME_SHORT: {
    status: 409,
    message: '離付款期限太近，來不及以此方式付款，請改用其他付款方式',
  },
  PAYMENT_TOO_MANY: { status: 409, message: '付款次數過多，請與我們聯絡' },
  ORDER_REFUNDED: { status: 409, message: '此訂單的款項已退還，無法再付款' },
  ORDER_ALREADY_PAID: { status: 409, message: '此訂單已付款' },
  ORDER_INVOICE_FIXED: { status: 409, message: '發票已經開立，請先作廢才能變更發票資料' },
  ORDER_IN_GROUP: { status: 409, message: '此訂單屬於進行中的團，請先取消再封存' },
  ORDER_GROUP_OPEN: { status: 409, message: '尚未成團，不能標記為已付款' },
  GATEWAY_UNAVAILABLE: { status: 503, message: '付款服務暫時無法使用，請稍後再試' },
  DIFFERENCE_NOT_FOUND: { status: 404, message: '找不到此筆差異' },
  SETTLEMENT_NOT_FOUND: { status: 404, message: '找不到對帳檔' },
  SETTLEMENT_UNREADABLE: { status: 400, message: '無法讀取檔案' },
  SETTLEMENT_KNOWN: { status: 409, message: '此檔案已匯入' },
  ATTEMPT_NOT_FOUND: { status: 404, message: '找不到付款' },
  PAYMENT_FAILED: { status: 400, message: '付款失敗，請再試一次' },

  CAMPAIGN_NOT_FOUND: { status: 404, message: '找不到團購' },
  GROUP_NOT_FOUND: { status: 404, message: '找不到這個團' },
  PARTICIPATION_NOT_FOUND: { status: 404, message: '找不到跟團紀錄' },
  GROUP_NOT_OPEN: { status: 409, message: '這個團還沒開始' },
  GROUP_CLOSED: { status: 409, message: '這個團已截止' },
  GROUP_FULL: { status: 409, message: '這個團已額滿' },
  GROUP_PLACES_LEFT: { status: 409, message: '剩餘份數不足，請減少數量' },
  GROUP_STOCK_SHORT: { status: 409, message: '商品庫存不足，請調整數量' },
  GROUP_MEMBER_LIMIT: { status: 409, message: '已超過每人限購份數' },
  GROUP_ALREADY_JOINED: { status: 409, message: '您已跟過這個團，可以修改數量' },
  GROUP_ALREADY_LEADING: { status: 409, message: '您在這個團購已經開了一團' },
  GROUP_LEADERS_ONLY: { status: 403, message: '這個團購只開放指定的團主開團' },
  GROUP_ENDED_OPENING: { status: 409, message: '這個團購已停止開團' },
  MEMBER_NOT_FOUND: { status: 404, message: '找不到會員' },
  MEMBER_UNVERIFIED: { status: 403, message: '請先驗證電子信箱，才能跟團' },
  PIN_WRONG: { status: 400, message: '驗證碼不正確，請確認最新一封信中的六位數字' },
  PIN_EXPIRED: { status: 409, message: '驗證碼已失效，請重新寄送' },
  MEMBER_LAPSED: {
    status: 403,
    message: '您有 2 次成團未付款，目前只能參加成團才扣款的團購',
  },
  GROUP_COUPON_REFUSED: { status: 400, message: '此團購不可使用優惠券' },
  GROUP_REACHED: { status: 409, message: '已達成團門檻，不能退出' },
  GROUP_PAYMENT_OPEN: {
    status: 409,
    message: '刷卡頁面已開啟，請先完成授權再變更；若不授權，請退出後重新跟團',
  },
  GROUP_AUTHORISED: { status: 409, message: '已授權的份數不能增加，請退出後重新跟團' },
  GROUP_CARD_AMOUNT: { status: 400, message: '此金額無法以信用卡付款' },
  GROUP_TOTAL_CHANGED: { status: 409, message: '金額已變更，請重新確認' },
  GROUP_NOT_REACHED: { status: 409, message: '尚未達成團門檻，不能提前結束' },
  GROUP_DECIDED: { status: 409, message: '這個團已經結算，不能取消' },
  GROUP_NO_SHORTFALL: { status: 409, message: '這個團目前沒有短缺需要處理' },
  LINE_ORDERS_OFF: { status: 403, message: '商店沒有開放登錄 LINE 喊單' },
  LINE_ORDERS_REFUSED: { status: 409, message: '這個團不能登錄 LINE 喊單' },
  LINE_PERSON_NOT_FOUND: { status: 404, message: '找不到這個人，請重新讀取' },
  LINE_PLACE_CHANGED: { status: 409, message: '份數剛剛變更過，請重新讀取' },
  SELLERS_NOT_OFFERED: { status: 409, message: '這個團購沒有開放幫賣' },
  SELLER_ENDED: { status: 403, message: '店家已結束您在這個團購的幫賣' },
  SELLER_NOT_FOUND: { status: 404, message: '找不到這位幫賣的會員' },
  CAMPAIGN_LOCKED: { status: 409, message: '開團後不能修改價格與成團條件' },
  CAMPAIGN_STATE: { status: 409, message: '團購目前的狀態不能這樣做' },
  CAMPAIGN_CHANGED: { status: 409, message: '團購已被修改，請重新載入' },
  CAMPAIGN_HAS_SUCCEEDED: { status: 409, message: '已有成團的團，不能取消整個團購' },
  CAMPAIGN_EXTENDED_TWICE: { status: 409, message: '最多只能延長兩次' },
  SUPPLIER_ORDER_EMPTY: { status: 409, message: '沒有新的數量' },
  REMINDER_UNAVAILABLE: { status: 409, message: '商店未開放寄信，請直接通知團友付款' },
  REMINDED_LATELY: { status: 409, message: '24 小時內已提醒過' },
  HAND_OUT_UNKNOWN: { status: 404, message: '找不到這個取貨代碼' },
  PARTICIPATION_UNPAID: { status: 409, message: '尚未付款，不能標記為已取貨' },
  REMINDED_TWICE: { status: 409, message: '已提醒過兩次' },
  PAYOUT_TOO_HIGH: { status: 409, message: '超過可支付的分潤' },

  IDEMPOTENCY_KEY_INVALID: { status: 400, message: 'Idempotency-Key 格式有誤' },
  IDEMPOTENCY_KEY_RUNNING: { status: 409, message: '同一筆請求正在處理中，請稍候' },
  IDEMPOTENCY_KEY_MISMATCH: { status: 422, message: 'Idempotency-Key 已用於不同的請求' },

  POLICY_NOT_FOUND: { status: 404, message: '找不到此版本' },
  POLICY_CHANGED: { status: 409, message: '隱私權政策已更新，請重新確認' },
  MEMBER_SIGN_IN_TOO_OLD: { status: 403, message: '請重新登入後再下載' },
  ERASE_OPEN_ORDERS: { status: 409, message: '尚有未完成的訂單' },
  EXPORT_TOO_LARGE: { status: 400, message: '超過 200,000 筆，請縮小條件' },
  EXPORT_GONE: { status: 410, message: '檔案已過期' },
  IMPORT_ENCODING: { status: 400, message: '無法辨識檔案編碼' },
  IMPORT_NOT_CSV: { status: 400, message: '請另存為 CSV 或 Excel（.xlsx）檔後再上傳' },
  IMPORT_ROWS: { status: 400, message: '超過 10,000 列' },
  IMPORT_COLUMNS: { status: 400, message: '缺少欄位' },
  IMPORT_UNREADABLE: { status: 400, message: '無法讀取檔案' },
  IMPORT_CHANGED: { status: 409, message: '資料已變更，請重新預覽' },

  MONTH_NOT_FOUND: { status: 404, message: '這個月還沒有結帳' },
  MONTH_CLOSED: { status: 409, message: '這個月已經結帳' },
  MONTH_NOT_ENDED: { status: 409, message: '這個月還沒有結束' },
  MONTH_TOO_LARGE: { status: 409, message: '這個月的資料超過 100,000 筆，無法結帳' },

  CUSTOMER_NOT_FOUND: { status: 404, message: '找不到顧客' },
  CUSTOMER_NOTE_NOT_FOUND: { status: 404, message: '找不到備註' },
  RUN_NOT_FOUND: { status: 404, message: '找不到執行紀錄' },
  RUN_TOO_LARGE: { status: 400, message: '一次最多 10,000 筆' },
  RUN_STATE: { status: 409, message: '目前狀態無法執行此操作' },
  DEMO_GONE: { status: 409, message: '商店裡沒有示範資料' },
  DEMO_HAS_ORDERS: {
    status: 409,
    message: '已有顧客的訂單，不能再一次清除；示範商品、優惠券與公告請在各列表刪除',
  },
  RUN_UNDO_OVER: { status: 409, message: '已超過可復原的時間' },

  JOB_NOT_FOUND: { status: 404, message: '找不到工作' },
  JOB_NOT_FAILED: { status: 409, message: '此工作不在失敗狀態' },
  NOT_ON_HOLD: { status: 409, message: '目前狀態無法執行此操作' },
  ADMIN_COUPON_NOT_FOUND: { status: 404, message: '找不到優惠券' },
  STOCK_REASON_MISSING: { status: 400, message: '請選擇異動原因' },
  STOCK_NOTE_MISSING: { status: 400, message: '請填寫備註' },
  STOCK_BELOW_HELD: { status: 409, message: '庫存不可少於保留給訂單的數量' },
  STOCK_CHANGED: { status: 409, message: '庫存已變更，請重新確認' },
  RESTOCK_NOT_NEEDED: { status: 409, message: '商品目前有庫存' },
  RESTOCK_REQUEST_NOT_FOUND: { status: 404, message: '找不到通知' },
  RESTOCK_EMAIL_INVALID: { status: 400, message: 'Email 格式不正確' },
  NEWSLETTER_OFF: { status: 409, message: '目前未開放訂閱電子報' },
  NEWSLETTER_LINK_OVER: { status: 404, message: '連結已失效，請重新訂閱' },
  REPORT_RANGE: { status: 400, message: '期間最長 366 天' },
  ARTICLE_NOT_FOUND: { status: 404, message: '找不到文章' },
  CATEGORY_NOT_FOUND: { status: 404, message: '找不到這個分類，它可能已改名' },
  CATEGORY_NAME_TAKEN: { status: 409, message: '已有同名的分類，要合在一起請用「合併」' },
  PAGE_NOT_FOUND: { status: 404, message: '找不到頁面' },
  PAGE_SLUG_TAKEN: { status: 409, message: '這個網址已有頁面使用' },
  DELETION_NOT_FOUND: { status: 404, message: '垃圾桶裡沒有這次刪除的資料' },
  COUPON_CODE_TAKEN: { status: 409, message: '優惠碼已存在' },
  SHIPPING_METHOD_NOT_FOUND: { status: 404, message: '找不到這個配送方式' },
  SHIPPING_METHOD_GONE: { status: 409, message: '這個配送方式已停用，請重新選擇配送方式' },
  SHIPPING_METHOD_NEEDED: { status: 409, message: '請選擇配送方式' },
  SHIPPING_METHOD_UNAVAILABLE: { status: 409, message: '無法以此方式配送，請改選其他配送方式' },
  SHIPPING_FEE_CHANGED: { status: 409, message: '運費已變更，請確認後再送出' },
  SHIPPING_METHOD_LAST: { status: 409, message: '至少要有一種開啟的配送方式' },
  SHIPPING_METHOD_LIMIT: { status: 409, message: '最多 20 種配送方式' },
  SHIPPING_STORES_OFF: { status: 409, message: '超商取貨目前還不能開啟' },
  SETTING_CONFLICT: { status: 409, message: '設定已被他人更新，請重新載入' },
  BACKUP_NOT_FOUND: { status: 404, message: '找不到這份備份' },
  BACKUP_ELSEWHERE: {
    status: 409,
    message: '這個商店沒有備份資料夾，請管理主機的人以 pg_dump 備份',
  },
  SETTING_FIXED: { status: 409, message: '此設定由主機的環境變數決定，無法在這裡變更' },
  GATEWAY_TEST_FAILED: { status: 400, message: '無法連線到綠界' },
  LOGISTICS_TEST_FAILED: { status: 400, message: '無法連線到綠界物流' },
  INVOICE_TEST_FAILED: { status: 400, message: '無法連線到綠界電子發票' },
  INVOICE_ACCOUNT_MISSING: { status: 409, message: '請先設定電子發票的帳號，再開啟開立發票' },
  INVOICES_ON: { status: 409, message: '正在開立電子發票，請先關閉再移除帳號' },
  LINE_SIGNATURE: { status: 401, message: '簽章不正確' },
  LINE_TEST_FAILED: { status: 400, message: '無法連線到 LINE' },
  LOGISTICS_OFF: { status: 409, message: '商店目前沒有提供超商取貨' },
  STORE_KEPT: { status: 409, message: '這筆訂單的取貨門市沒有關閉，需要更換請與我們聯絡' },
  STORE_OTHER_CHAIN: { status: 409, message: '請選擇同一家超商的門市' },
  STORE_OUTLYING: { status: 409, message: '本島與離島門市的運費不同，需要更換請與我們聯絡' },
  INVOICE_NOT_FOUND: { status: 404, message: '找不到發票' },
  INVOICE_STATE: { status: 409, message: '發票目前的狀態不能這樣做' },
  SHIPMENT_NOT_FOUND: { status: 404, message: '找不到寄件單' },
  LOGISTICS_UNAVAILABLE: { status: 503, message: '綠界物流暫時沒有回應，請稍後再試' },
  STORE_NEEDED: { status: 400, message: '請選擇取貨門市' },
  STORE_CLOSED: { status: 409, message: '這間門市已經不能取貨，請選擇其他門市' },
  MAIL_TEST_FAILED: { status: 400, message: '測試信無法寄出' },
  MAIL_FIELD: { status: 400, message: '不認識的欄位' },
  UPLOAD_NOT_A_PICTURE: { status: 400, message: '檔案格式錯誤' },
  UPLOAD_TOO_LARGE: { status: 413, message: '檔案過大' },
} as const

export type ShopErrorCode = keyof typeof shopErrors
