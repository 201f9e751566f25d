import { html } from '../../pages/html.ts'
import { hiddenFields, layout } from '../../pages/layout.ts'
import { isReached, type Person } from '../people.ts'
import type { AuthorizeRequest } from './authorize-request.ts'

const scopeNames: Record<string, string> = {
  profile: '個人檔案（名稱、圖片）',
  openid: '使用者識別碼',
  email: '電子郵件',
}

/** The page on which a person says yes or no; `query` is the request as it came. */
export function authorizePage(
  people: readonly Person[],
  { scopes, botPrompt }: AuthorizeRequest,
  query: string,
): string {
  return layout(
    '以 LINE 登入',
    html`<p>商店想取得：</p>
    <ul>${scopes.map((scope) => html`<li>${scopeNames[scope] ?? scope}</li>`)}</ul>
    <ul class="cards people">${people.map(
      (person) => html`<li>
        <h2>${person.name}</h2>
        <span>${person.email ?? '沒有電子郵件'}</span>
        <form method="post" action="/line/authorize">
          ${hiddenFields({ query, person: person.id })}
          ${
            scopes.includes('email') &&
            person.email &&
            html`<label class="check"><input type="checkbox" name="email" value="true" checked /> 提供電子郵件</label>`
          }
          ${
            botPrompt &&
            !isReached(person) &&
            html`<label class="check"><input type="checkbox" name="friend" value="true" checked /> 加入官方帳號為好友</label>`
          }
          <div class="actions">
            <button class="main" name="decision" value="agree" aria-label="${person.name}：同意">同意</button>
            <button class="quiet" name="decision" value="refuse" aria-label="${person.name}：拒絕">拒絕</button>
          </div>
        </form>
      </li>`,
    )}</ul>`,
    'line',
  )
}
