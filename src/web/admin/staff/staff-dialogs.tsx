import { staffApi } from '#contract/staff.ts'
import { write } from '../../api/write.ts'
import { askAbout } from '../lists/ask-about.tsx'
import { type StaffRow, staffName } from './staff-columns.tsx'

export const RemoveStaffDialog = askAbout<StaffRow>((entry) => ({
  title: `移除成員 ${staffName(entry)}`,
  text: '這個帳號會立即登出並刪除，過去的操作紀錄會保留。',
  label: '移除成員',
  color: 'error',
  run: () => write(staffApi.remove, { params: { uid: entry.uid } }),
}))

export const SignOutStaffDialog = askAbout<StaffRow>((entry) => ({
  title: `登出 ${staffName(entry)} 的所有裝置`,
  text: '對方需要重新登入才能繼續使用後台。',
  label: '登出所有裝置',
  run: () => write(staffApi.endSessions, { params: { uid: entry.uid } }),
}))

export const ResetTotpDialog = askAbout<StaffRow>((entry) => ({
  title: `停用 ${staffName(entry)} 的兩步驟驗證`,
  text: '給手機與備援碼都遺失的成員使用：對方會登出，之後只憑密碼就能登入，並會收到通知信。',
  label: '停用兩步驟驗證',
  color: 'error',
  run: () => write(staffApi.resetTotp, { params: { uid: entry.uid } }),
}))
