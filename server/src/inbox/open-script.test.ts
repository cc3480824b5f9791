import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { openScript } from './open-script.ts'

type Input = { at: number; type: string; isTrusted: boolean }
const input = (at: number, type: string, isTrusted = true): Input => ({ at, type, isTrusted })

/** The response to a redirect that is not followed has the status 0. */
const redirected = async () => ({ status: 0 })
/** Runs the script with these inputs for ten seconds. Returns the times at which the form was sent and then shown again. */
async function run(
  inputs: Input[],
  visible: (millisecond: number) => boolean,
  fetch: () => Promise<object> = redirected,
) {
  vi.useFakeTimers({ now: 0 })
  try {
    const page = new EventTarget()
    const sent: number[] = []
    const restored: number[] = []
    const parentNode = { append: () => void restored.push(Date.now()) }
    const form = { action: '/inbox/open', parentNode, remove: () => undefined }
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
      fetch: () => {
        sent.push(Date.now())
        return fetch()
      },
    })
    for (const { at, type, isTrusted } of inputs)
      setTimeout(
        () => page.dispatchEvent(Object.defineProperty(new Event(type), 'isTrusted', { value: isTrusted })),
        at,
      )
    await vi.advanceTimersByTimeAsync(10_000)
    return { sent, restored }
  } finally {
    vi.useRealTimers()
  }
}

const always = (): boolean => true
for (const [what, inputs, visible, sent] of [
  ['keeps the page visible for five seconds', [], always, [5000]],
  ['touches after a second', [input(1000, 'touchstart')], always, [1000]],
  ['clicks after a second', [input(1000, 'pointerdown')], always, [1000]],
  ['turns the wheel after a second', [input(1000, 'wheel')], always, [1000]],
  ['types twice', [input(1000, 'keydown'), input(1200, 'keydown')], always, [1000]],
  ['clicks immediately and leaves after a second', [input(20, 'pointerdown')], (at: number) => at < 1000, []],
  ['clicks immediately and stays', [input(20, 'pointerdown')], always, [5000]],
  ['lets a script click', [input(1000, 'pointerdown', false)], (at: number) => at < 2000, []],
  ['only scrolls', [input(1000, 'scroll')], (at: number) => at < 2000, []],
  ['never shows the page', [input(1000, 'pointerdown')], () => false, []],
  [
    'shows the page after three seconds and clicks immediately',
    [input(3100, 'keydown')],
    (at: number) => at > 3000 && at < 4000,
    [],
  ],
  ['shows the page for a second, leaves, and comes back', [], (at: number) => at < 1000 || at > 3000, [7250]],
] as const)
  test(`a visitor who ${what}: ${sent.length === 0 ? 'no open' : `open after ${sent[0]} ms`}`, async () => {
    expect(await run([...inputs], visible)).toEqual({ sent, restored: [] })
  })

for (const [what, response] of [
  ['is refused', async () => ({ status: 403 })],
  ['finds the service unavailable', async () => ({ status: 503 })],
  ['gets no response', () => Promise.reject(new Error('offline'))],
] as const)
  test(`an open that ${what} shows the form again`, async () => {
    expect(await run([], always, response)).toEqual({ sent: [5000], restored: [5000] })
  })

test('the script does nothing on a page without an open form', () => {
  const page = { document: { getElementById: () => null } }
  expect(() => runInNewContext(openScript, page)).not.toThrow()
})
