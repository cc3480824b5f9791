import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { requestHead, sendRaw } from '../support/socket.ts'
import { createTestService } from '../support/test-service.ts'

const { business, url } = await createTestService()
const median = (values: number[]): number => values.toSorted((one, two) => one - two)[Math.floor(values.length / 2)]!

describe.concurrent('slow bodies and headers', () => {
  test('500 slow connections do not delay other requests and are closed after 10 s', async () => {
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
    let [connected, closed] = [0, 0]
    const sockets = Array.from({ length: 500 }, () => {
      const socket = connect(Number(port), hostname, () => {
        connected++
        socket.write('GET /api/v1/credits HTTP/1.1\r\nHost: t\r\nX-Slow')
      })
      socket.on('error', () => undefined)
      socket.on('close', () => closed++)
      return socket
    })
    const drip = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('w')), 1_000)
    await expect.poll(() => connected).toBe(500)
    const during = await measure()
    // oxlint-disable-next-line no-console -- the test reports the figure
    console.info(
      `median of 200 requests: ${before.toFixed(2)} ms before, ${during.toFixed(2)} ms with 500 slow connections`,
    )
    expect(during).toBeLessThan(before * 3 + 5)

    // 10 s for the headers, checked every second; the service lingers for 2 s; the client notices at its next write.
    await expect.poll(() => closed, { timeout: 16_000 }).toBe(500)
    clearInterval(drip)
  })

  test('a request whose body arrives slowly is 408 after 30 s', async () => {
    const shop = await business()
    const response = await sendRaw(
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
    expect([response.closed, response.status]).toEqual([true, 408])
    expect(response.milliseconds).toBeGreaterThan(29_000)
    expect(response.milliseconds).toBeLessThan(34_000)
  })
})
