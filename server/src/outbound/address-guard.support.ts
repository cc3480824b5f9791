import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

/** The addresses of a host by family; null where the question stays without an answer. */
type Hosts = Record<string, { 4: string[] | null; 6: string[] | null }>

/** A name server on loopback that knows these hosts, and a resolver that asks it. */
export async function startNameServer(hosts: Hosts) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const answer = answerTo(query, hosts)
    if (answer !== null) socket.send(answer, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const newResolver = (): Resolver => {
    const resolver = new Resolver()
    resolver.setServers([`127.0.0.1:${socket.address().port}`])
    return resolver
  }
  return { newResolver, close: () => socket.close() }
}

function answerTo(query: Buffer, hosts: Hosts): Buffer | null {
  const { name, end } = readName(query, headerLength)
  const host = hosts[name.toLowerCase()]
  const addresses = host === undefined ? [] : host[query.readUInt16BE(end) === 1 ? 4 : 6]
  if (addresses === null) return null
  const header = Buffer.from(query.subarray(0, headerLength))
  const noSuchName = host === undefined ? 3 : 0
  for (const [index, value] of [0x8180 + noSuchName, 1, addresses.length, 0, 0].entries())
    header.writeUInt16BE(value, 2 + 2 * index)
  return Buffer.concat([header, query.subarray(headerLength, end + 4), ...addresses.map(writeRecord)])
}

const headerLength = 12

function readName(query: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = []
  let at = start
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

/** For the name in the question, not to be kept. IPv6 addresses are given in full, without `::`. */
function writeRecord(address: string): Buffer {
  const bytes = isIPv4(address)
    ? address.split('.').map(Number)
    : address.split(':').flatMap((part) => [...Buffer.from(part.padStart(4, '0'), 'hex')])
  return Buffer.from([0xc0, headerLength, 0, bytes.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes])
}
