/** Light and dark colours from one set of rules. One column on a phone, sections side by side on wider screens. */
export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f4f5f7, #111318);
  --card: light-dark(#fff, #1a1d24);
  --line: light-dark(#e1e4ea, #2c313b);
  --ink: light-dark(#1b2230, #e8ebf1);
  --quiet: light-dark(#5a6475, #a0a9b8);
  --link: light-dark(#0b57a4, #8cc0ff);
  --edge: light-dark(#8a93a3, #6b7485);
  --fill: light-dark(#0b57a4, #8cc0ff);
  --on-fill: light-dark(#fff, #0c1420);
  --tint: light-dark(#e5eefa, #1f3049);
  --bubble: light-dark(#eceff4, #272c36);
  --whatsapp: light-dark(#dff3e4, #173a2a);
  --whatsapp-ink: light-dark(#1c6b3c, #86dba8);
  --alarm: light-dark(#94290f, #ffb5a3);
  --alarm-tint: light-dark(#fbe7e2, #45231b);
}
* { box-sizing: border-box }
body { margin: 0; font: 1rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--page); overflow-wrap: anywhere }
body > header, main { max-width: 50rem; margin: 0 auto; padding: 0 1rem }
body:has(main > * + *) > :is(header, main) { max-width: 80rem }
body > header { padding-top: 1.75rem; padding-bottom: 1.25rem }
main { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 1.5rem; padding-bottom: 4rem }
main > * { flex: 1 1 20rem; min-width: 0 }
h1, h2, h3, p, dl, dd, ol { margin: 0; padding: 0 }
h1 { font-size: 1.5rem; line-height: 1.25; text-wrap: balance }
h2 { font-size: 1.05rem }
h3 { font-size: 1rem; font-weight: 600 }
a { color: var(--link) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: .25rem }
code { font: .9em ui-monospace, monospace }
.quiet { color: var(--quiet); font-size: .9rem }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .9rem; overflow: clip }
.bar { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 1rem }
section > h2 { margin-bottom: .6rem }
.rows { list-style: none }
.rows li { padding: .9rem 1rem }
.rows li + li, .rows + p { border-top: 1px solid var(--line) }
.rows + p { padding: .6rem 1rem }
.rows .first { display: flex; justify-content: space-between; align-items: baseline; gap: .75rem }
.rows .first > :last-child { flex: none }
.rows time { font-variant-numeric: tabular-nums }
.mails li { position: relative; display: grid; grid-template-columns: auto 1fr; gap: 0 .9rem }
.mails li:hover { background: light-dark(#f8fafd, #1f232c) }
.mails .lines { min-width: 0 }
.mails h3 { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
.mails a { color: inherit; text-decoration: none }
.mails a::after { content: ""; position: absolute; inset: 0 }
.mails a:focus-visible { outline: none }
.mails li:has(a:focus-visible) { outline: 2px solid var(--link); outline-offset: -2px; border-radius: .9rem }
.one-line { white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.initial { display: grid; place-items: center; width: 2.4rem; height: 2.4rem; margin-top: .15rem; border-radius: 50%; background: var(--tint); color: var(--link); font-weight: 600 }
.reported { display: flex; flex-wrap: wrap; gap: .4rem; margin-top: .35rem; font-size: .8rem }
.reported span { padding: 0 .55rem; border-radius: 1rem; background: var(--tint); color: var(--link) }
.reported .failed { background: var(--alarm-tint); color: var(--alarm) }
.balance { padding: .9rem 1rem; border-bottom: 1px solid var(--line) }
.balance strong { font-size: 1.5rem; line-height: 1.25; font-variant-numeric: tabular-nums }
.empty { padding: 2.5rem 1.5rem; text-align: center; text-wrap: balance }
.mail > header { padding: 1.25rem; border-bottom: 1px solid var(--line) }
.mail dl { display: grid; grid-template-columns: auto 1fr; gap: .15rem .9rem; margin-top: .75rem; font-size: .93rem }
.mail dt { color: var(--quiet) }
.mail .reported { margin-top: .75rem }
.mail .actions { display: flex; flex-wrap: wrap; gap: .6rem 1.25rem; align-items: center; margin-top: 1rem }
.mail section, .mail details { padding: 1.1rem 1.25rem 1.25rem }
.mail section + section, .mail details { border-top: 1px solid var(--line) }
.mail summary { font-weight: 600; cursor: pointer }
.mail pre { margin: .6rem 0 0; font: inherit; white-space: pre-wrap }
.mail iframe { display: block; width: 100%; height: 22rem; margin-top: .75rem; border: 1px solid var(--line); border-radius: .5rem; resize: vertical; color-scheme: light; background: #fff }
.phone + .phone { margin-top: 1rem }
.phone h3 { padding: .7rem 1rem; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums }
.talk { display: flex; flex-direction: column-reverse; max-height: 26rem; overflow: auto; overscroll-behavior: contain }
.talk:focus-visible { outline-offset: -2px }
.talk ol { display: grid; gap: .8rem; padding: 1rem; list-style: none }
.talk ol > li { display: grid; justify-items: start; max-width: 85%; justify-self: start }
.talk ol > .mine { justify-items: end; justify-self: end }
.talk ol > .earlier { justify-self: center }
.talk .quiet { padding: 0 .3rem; margin-top: .15rem; font-size: .8rem }
.bubble { padding: .5rem .85rem; border-radius: 1.1rem 1.1rem 1.1rem .3rem; background: var(--bubble) }
.whatsapp .bubble { background: var(--whatsapp) }
.refused .bubble { border: 1px dashed var(--edge); background: none }
.bubble p { white-space: pre-wrap }
.mine .bubble { border-radius: 1.1rem 1.1rem .3rem; background: var(--fill); color: var(--on-fill) }
.mine.whatsapp .bubble { background: var(--whatsapp-ink) }
.bubble ul { margin: .1rem 0 0; padding-left: 1.1rem }
.good { color: var(--whatsapp-ink) }
.bad { color: var(--alarm) }
.phone form { display: flex; flex-wrap: wrap; gap: .5rem; padding: .75rem; border-top: 1px solid var(--line) }
.phone form > div { display: flex; flex: 1 0 auto; gap: .5rem }
.phone :is(input, select, button) { min-height: 2.5rem; padding: 0 .8rem; border: 1px solid var(--edge); border-radius: .6rem; background: var(--card); color: inherit; font: inherit }
.phone :is(select, button) { flex: 1 0 auto }
.phone input { flex: 999 1 12rem; min-width: 0 }
.phone ::placeholder { color: var(--quiet); opacity: 1 }
.phone button { border-color: transparent; background: var(--fill); color: var(--on-fill); font-weight: 600; cursor: pointer }
.phone .stop { border-color: var(--edge); background: none; color: var(--alarm) }
.button { display: inline-block; padding: .5rem 1rem; border-radius: .6rem; background: var(--fill); color: var(--on-fill); font-weight: 600; text-decoration: none }
`
