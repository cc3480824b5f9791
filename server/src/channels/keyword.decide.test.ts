import { expect, test } from 'vitest'
import { type Keyword, parseKeyword } from './keyword.decide.ts'

const texts: Record<Keyword | 'none', string[]> = {
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
    'Opt-out',
    'Stop all',
    ' stop\n',
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
  none: [
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
    'Where is it?',
    'constructor',
    '__proto__',
    '⏹️',
    'STOP\u0000',
    'stop '.repeat(1000),
    `stop${' '.repeat(497)}`,
    `stop${'\u0301\u0316'.repeat(500_000)}`,
  ],
}

for (const [keyword, written] of Object.entries(texts))
  for (const text of written)
    test(`${JSON.stringify(text.slice(0, 40))} is the keyword ${keyword} (3.4)`, () =>
      expect(parseKeyword(text) ?? 'none').toBe(keyword))
