import { expect, test } from 'vitest'
import { type InboundWish, readInbound } from './inbound.decide.ts'

const wishes: Record<InboundWish, string[]> = {
  stop: [
    'STOP',
    'STOPALL',
    'STOP ALL',
    'UNSUBSCRIBE',
    'CANCEL',
    'END',
    'QUIT',
    'REVOKE',
    'OPTOUT',
    'OPT-OUT',
    'ARRET',
    'REMOVE',
    'stop',
    'Stop',
    'sToP',
    'stop all',
    'Stop  All',
    'opt-out',
    ' STOP ',
    '\tstop\r\n',
    '\u00a0stop\u00a0',
    '\ufeffSTOP',
    'Arrêt',
    'ARRE\u0302T',
    'ＳＴＯＰ',
  ],
  start: ['START', 'YES', 'UNSTOP', 'start', 'Yes', ' unstop\n'],
  help: ['HELP', 'INFO', 'help', ' Info '],
  other: [
    '',
    ' ',
    'STOP IT',
    'stop by the shop?',
    'Please stop',
    'STOPSTOP',
    'S T O P',
    'STOP-ALL',
    'NO',
    'YES please',
    'STARTING',
    'help me',
    'constructor',
    '__proto__',
    '⏹️',
    'STOP\u0000',
    'stop '.repeat(1000),
    `stop${' '.repeat(497)}`,
    `stop${'\u0301\u0316'.repeat(500_000)}`,
  ],
}

for (const [wish, texts] of Object.entries(wishes))
  for (const text of texts)
    test(`3.4 ${JSON.stringify(text.slice(0, 40))} is read as ${wish}`, () => expect(readInbound(text)).toBe(wish))
