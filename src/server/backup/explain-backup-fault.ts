const reasons: readonly [RegExp, string][] = [
  [/ENOSPC|There is no room/, '磁碟空間不足，請清出空間後再試一次'],
  [/EACCES|EPERM|EROFS|ENOTDIR/, '備份資料夾無法寫入，請管理主機的人檢查它的權限'],
  [/Another backup of this shop/, '另一份備份正在製作，請稍後再試'],
  [/A migration is under way/, '資料庫正在升級，請稍後再試'],
  [/The store of the pictures/, '商品圖片的儲存空間無法讀取，請管理主機的人檢查它的設定'],
  [
    /restored books|not whole|damaged|cannot be read to its end/,
    '備份沒有通過驗證，這一份請不要使用',
  ],
]

/** A sentence for the owner about what the program of the backups said at its end. */
export function explainBackupFault(said: string): string {
  const known = reasons.find(([pattern]) => pattern.test(said))
  return known?.[1] ?? '備份沒有完成，請管理主機的人執行 npm run doctor 查看原因'
}
