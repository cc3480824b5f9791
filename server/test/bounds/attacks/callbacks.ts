import { once } from 'node:events'
import { connect } from 'node:net'
import type { Attack, Stage, Target } from '../attack.ts'
import { headOf, repeat, requestOf } from '../exchange.ts'

const path = '/callbacks/sms/twilio/inbound'
const forged = { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Twilio-Signature': 'forged' }
const mebibyte = 1024 * 1024

/** Unsigned forms with as many fields as fit. The service must parse the fields before it can verify the signature. */
export const callbackAttacks: Attack[] = [
  {
    name: 'form-2-mib',
    title: 'unsigned callback, 2 MiB of `a&a&…`, 4 connections',
    start: (target) => sendForms(target, 2 * mebibyte),
  },
  {
    name: 'form-largest',
    title: 'the same at the largest size that is not refused by its length',
    prepare: async (stage) => ({ bodyBytes: await largestRead(stage) }),
    start: (target) => sendForms(target, target.bodyBytes),
  },
]

const sendForms = (target: Target, bytes: number): void =>
  repeat(target, [requestOf('POST', path, forged, 'a&'.repeat(bytes / 2))], { connections: 4, pauseMilliseconds: 50 })

/** Uses `Expect: 100-continue`, so that no body has to be sent: the declared length decides about the refusal. */
async function largestRead({ service }: Stage): Promise<number> {
  let [fits, tooLarge] = [0, 4096]
  while (tooLarge - fits > 1) {
    const middle = Math.floor((fits + tooLarge) / 2)
    if (await isTooLarge(service.config.port, middle * 1024)) tooLarge = middle
    else fits = middle
  }
  return fits * 1024
}

async function isTooLarge(port: number, bytes: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  socket.write(headOf('POST', path, { ...forged, 'Content-Length': String(bytes), Expect: '100-continue' }))
  const [response] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return response.toString('latin1').startsWith('HTTP/1.1 413')
}
