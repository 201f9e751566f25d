import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

const sections = [
  {
    title: '蒐集的資料',
    text: '您在本頁填寫的聯絡人、電子信箱、聯絡電話、地址與備註，以及訂單的商品、金額與付款狀態。',
  },
  {
    title: '使用的目的',
    text: '僅用於處理這筆訂單：聯絡您、寄送商品、確認付款，以及依法保存交易紀錄。我們不會以這些資料主動致電推銷。',
  },
  {
    title: '提供的對象',
    text: '僅提供給完成寄送與付款所必需的合作廠商，不會出售或交換您的個人資料。',
  },
  {
    title: '保存的期間',
    text: '交易紀錄依法令規定的期限保存。刪除會員帳號後，帳號與購物車立即刪除，已成立的訂單仍會保留至期限屆滿。',
  },
  {
    title: '您的權利',
    text: '您可以隨時請我們提供、更正或刪除您的個人資料，聯絡方式請見頁面下方的聯絡信箱。',
  },
]

/** What the member agrees to, to be read without leaving the form. */
export function PrivacyPolicy() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        閱讀隱私權政策
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="隱私權政策"
        actions={
          <Button variant="primary" onClick={() => setOpen(false)}>
            我知道了
          </Button>
        }
      >
        <div className="space-y-4">
          {sections.map(({ title, text }) => (
            <section key={title}>
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1 text-ink-muted">{text}</p>
            </section>
          ))}
        </div>
      </Dialog>
    </>
  )
}
