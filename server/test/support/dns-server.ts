import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** TXT records by name. A name without records does not exist. */
export type TxtZone = Record<string, string[]>

const [headerBytes, typeTxt, classIn, ttlSeconds] = [12, 16, 1, 60]

/** A name server for TXT records on a free UDP port of the loopback interface. `zone` may be changed while it runs. */
export async function startDnsServer(zone: TxtZone): Promise<{ address: string; stop: () => Promise<void> }> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(respond(zone, query), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function respond(zone: TxtZone, query: Buffer): Buffer {
  const { name, end } = readName(query)
  const records = zone[name.toLowerCase()]
  const header = Buffer.from(query.subarray(0, headerBytes))
  // A response that is authoritative, with recursion available; code 3 means that the name does not exist.
  header.writeUInt16BE(0x8580 | (records === undefined ? 3 : 0), 2)
  header.writeUInt16BE(records?.length ?? 0, 6)
  // Without the OPT record of the query.
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, query.subarray(headerBytes, end + 4), ...(records ?? []).map(writeTxt)])
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let position = headerBytes
  for (let length = query[position]!; length > 0; length = query[position]!) {
    labels.push(query.toString('ascii', position + 1, position + 1 + length))
    position += length + 1
  }
  return { name: labels.join('.'), end: position + 1 }
}

/** A text of a record consists of parts of at most 255 bytes. */
function writeTxt(text: string): Buffer {
  const parts = text
    .match(/[\s\S]{1,255}/g)!
    .map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]))
  const data = Buffer.concat(parts)
  const head = Buffer.alloc(12)
  // The name is a pointer to that of the question.
  head.writeUInt16BE(0xc000 | headerBytes, 0)
  head.writeUInt16BE(typeTxt, 2)
  head.writeUInt16BE(classIn, 4)
  head.writeUInt32BE(ttlSeconds, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
