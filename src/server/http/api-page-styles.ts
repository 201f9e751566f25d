/** Of the page of the API's document alone. */
export const apiPageStyles = `
:root { color-scheme: light; --ink: #2a2521; --paper: #fbf8f3; --line: #ddd3c7; --accent: #ad4e28 }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 'PingFang TC', 'Noto Sans TC', 'Microsoft JhengHei', sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 24px 16px 64px }
h1 { font-size: 1.5rem; margin: 0 0 8px }
h3 { font-size: 1rem; margin: 16px 0 4px }
a { color: var(--accent) }
form { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 16px 0 }
input, button { font: inherit; min-height: 44px; padding: 0 12px; border: 1px solid #8a7d70; border-radius: 8px; background: #fff; color: inherit }
input { flex: 1; min-width: 0 }
button { background: var(--accent); border-color: var(--accent); color: #fff }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
details { border-top: 1px solid var(--line) }
summary { padding: 12px 0; cursor: pointer; overflow-wrap: anywhere }
summary b { display: inline-block; min-width: 4.5em; color: var(--accent) }
summary span { display: block; color: #5f564d }
pre { margin: 0; padding: 12px; overflow: auto; max-height: 24rem; background: #fff; border: 1px solid var(--line); border-radius: 8px; font-size: 13px; line-height: 1.5 }
`
