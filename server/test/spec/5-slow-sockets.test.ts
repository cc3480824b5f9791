import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { requestHead, speak } from '../support/socket.ts'
import { createTestService } from '../support/test-service.ts'

const { business, url } = await createTestService()
const median = (values: number[]): number => values.toSorted((one, two) => one - two)[Math.floor(values.length / 2)]!

describe.concurrent('slow bodies and headers', () => {
  test('500 slow sockets do not slow the others, and are cut after 10 s', async () => {
    const shop = await business({ rate_limit_per_second: 10_000 })
    const measure = async (): Promise<number> => {
      const times: number[] = []
      for (let round = 0; round < 200; round++) {
        const started = performance.now()
        expect((await shop.call('GET', '/api/v1/credits')).status).toBe(200)
        times.push(performance.now() - started)
      }
      return median(times)
    }
    await measure()
    const before = await measure()

    const { hostname, port } = new URL(url)
    let cut = 0
    const sockets = Array.from({ length: 500 }, () => {
      const socket = connect(Number(port), hostname, () =>
        socket.write('GET /api/v1/credits HTTP/1.1\r\nHost: t\r\nX-Slow'),
      )
      socket.on('error', () => undefined)
      socket.on('close', () => cut++)
      return socket
    })
    const drip = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('w')), 1_000)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const during = await measure()
    // oxlint-disable-next-line no-console -- the figure is the point
    console.info(
      `median of 200 requests: ${before.toFixed(2)} ms alone, ${during.toFixed(2)} ms beside 500 slow sockets`,
    )
    expect(during).toBeLessThan(before * 3 + 5)

    await expect.poll(() => cut, { timeout: 14_000 }).toBe(500)
    clearInterval(drip)
  }, 40_000)

  test('a body that trickles is cut after 30 s', async () => {
    const shop = await business()
    const answer = await speak(
      url,
      (socket) => {
        socket.write(
          requestHead('POST', '/api/v1/keys', {
            Authorization: `Bearer ${shop.key}`,
            'Content-Type': 'application/json',
            'Content-Length': 1000,
          }),
        )
        const drip = setInterval(() => (socket.writable ? socket.write(' ') : clearInterval(drip)), 500)
      },
      40_000,
    )
    expect([answer.closed, answer.status]).toEqual([true, 408])
    expect(answer.milliseconds).toBeGreaterThan(29_000)
    expect(answer.milliseconds).toBeLessThan(34_000)
  }, 45_000)
})
