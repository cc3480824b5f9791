import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { openScript } from './open-script.ts'

type Act = { at: number; type: string; isTrusted: boolean }
const act = (at: number, type: string, isTrusted = true): Act => ({ at, type, isTrusted })

/** What happens on a page for ten seconds, and when the form was sent. The stage has just what the script touches. */
function sentAt(acts: Act[], visible: (millisecond: number) => boolean): number[] {
  vi.useFakeTimers({ now: 0 })
  try {
    const page = new EventTarget()
    const sent: number[] = []
    const form = { action: '/inbox/open', parentNode: null, remove: () => undefined }
    runInNewContext(openScript, {
      document: {
        getElementById: () => form,
        get visibilityState() {
          return visible(Date.now()) ? 'visible' : 'hidden'
        },
      },
      addEventListener: page.addEventListener.bind(page),
      removeEventListener: page.removeEventListener.bind(page),
      setInterval,
      clearInterval,
      FormData: Object,
      URLSearchParams,
      fetch: async () => void sent.push(Date.now()),
    })
    for (const { at, type, isTrusted } of acts)
      setTimeout(
        () => page.dispatchEvent(Object.defineProperty(new Event(type), 'isTrusted', { value: isTrusted })),
        at,
      )
    vi.advanceTimersByTime(10_000)
    return sent
  } finally {
    vi.useRealTimers()
  }
}

const always = (): boolean => true
for (const [what, acts, visible, sent] of [
  ['stays for five seconds', [], always, [5000]],
  ['touches after a second', [act(1000, 'touchstart')], always, [1000]],
  ['clicks after a second', [act(1000, 'pointerdown')], always, [1000]],
  ['turns the wheel after a second', [act(1000, 'wheel')], always, [1000]],
  ['types twice: once is enough', [act(1000, 'keydown'), act(1200, 'keydown')], always, [1000]],
  ['clicks at once, and is gone after a second', [act(20, 'pointerdown')], (at: number) => at < 1000, []],
  ['clicks at once, then stays', [act(20, 'pointerdown')], always, [5000]],
  ['clicks by a script', [act(1000, 'pointerdown', false)], (at: number) => at < 2000, []],
  ['scrolls, which a script can do', [act(1000, 'scroll')], (at: number) => at < 2000, []],
  ['never looks', [act(1000, 'pointerdown')], () => false, []],
  ['looks after three seconds and clicks at once', [act(3100, 'keydown')], (at: number) => at > 3000 && at < 4000, []],
  ['looks for a second, goes, and comes back', [], (at: number) => at < 1000 || at > 3000, [7250]],
] as const)
  test(`an open is a person: one who ${what} → ${sent.length === 0 ? 'not opened' : `at ${sent[0]} ms`}`, () => {
    expect(sentAt([...acts], visible)).toEqual(sent)
  })

test('a page with nothing to open is left alone', () => {
  const page = { document: { getElementById: () => null } }
  expect(() => runInNewContext(openScript, page)).not.toThrow()
})
