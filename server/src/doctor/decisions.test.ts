import { describe, expect, test } from 'vitest'
import type { AccountState } from '../channels/account.ts'
import { type ClockFacts, clockLines } from './clock.decide.ts'
import { type ConfigurationFacts, configurationLines } from './configuration.decide.ts'
import { type DatabaseFacts, databaseLines, keyLines, migrationLines } from './database.decide.ts'
import { type DiskFacts, diskLines } from './disk.decide.ts'
import type { Line } from './lines.decide.ts'
import { dkimLines, dmarcLines, spfLines } from './mail-dns.decide.ts'
import { openIdLines } from './openid.decide.ts'
import { providerLines } from './providers.decide.ts'
import { type CallbackFacts, callbackLines, publicUrlLines } from './public-url.decide.ts'
import { type SmtpFacts, smtpLines } from './smtp.decide.ts'
import { type WorkerFacts, workerLines } from './workers.decide.ts'

/** What each fact leads to: the status and the beginning of what was found, with the setting or command of the advice. */
type Row = [what: string, lines: Line[], expected: [status: Line['status'], found: RegExp, advice?: RegExp][]]

function check(name: string, rows: Row[]): void {
  describe(name, () => {
    for (const [what, lines, expected] of rows)
      test(`${what}: ${expected.map(([status]) => status).join(', ')}`, () => {
        expect(lines).toEqual(
          expected.map(([status, found, advice]) => ({
            check: expect.any(String),
            status,
            found: expect.stringMatching(found),
            advice: advice === undefined ? null : expect.stringMatching(advice),
          })),
        )
      })
  })
}

const configuration = (facts: Partial<ConfigurationFacts>): Line[] =>
  configurationLines({ problems: [], keys: [], operatorTokenCharacters: null, ...facts })
check('configuration', [
  ['valid settings', configuration({}), [['ok', /^every setting is valid/]]],
  [
    'a setting that is missing',
    configuration({ problems: ['SMTP_URL is not set: the server, smtps://host'] }),
    [['problem', /^SMTP_URL is not set$/, /^Set SMTP_URL to the server, smtps:\/\/host\.$/]],
  ],
  [
    'two settings that exclude each other',
    configuration({ problems: ['SECRET_KEY is set together with SECRET_KEYS: set either SECRET_KEY or the other'] }),
    [['problem', /^SECRET_KEY is set together/, /^Set either SECRET_KEY or the other\.$/]],
  ],
  [
    'a setting that has another name now',
    configuration({ problems: ['SHARD is not used any more, set SHARDS: a range'] }),
    [['problem', /^SHARD is not used/, /^Set SHARDS to a range\.$/]],
  ],
  [
    'two settings that belong together',
    configuration({ problems: ['DKIM_SELECTOR and DKIM_PRIVATE_KEY are set together or not at all'] }),
    [['problem', /^DKIM_SELECTOR and/, /docs\/configuration\.md/]],
  ],
  [
    'a key of repeated bytes',
    configuration({ keys: [{ name: 'DIGEST_KEY', differentBytes: 1, sameAs: null }] }),
    [['problem', /^DIGEST_KEY is not random$/, /openssl rand -base64 32/]],
  ],
  [
    'a key twice',
    configuration({ keys: [{ name: 'key 2', differentBytes: 30, sameAs: 'key 1' }] }),
    [['warning', /^key 2 has the same bytes as key 1$/, /openssl/]],
  ],
  [
    'a token of one character',
    configuration({ operatorTokenCharacters: 1 }),
    [['problem', /^OPERATOR_TOKEN repeats/, /openssl rand -hex 32/]],
  ],
])

const reached: Extract<DatabaseFacts, { kind: 'reached' }> = {
  kind: 'reached',
  version: 180_001,
  encoding: 'UTF8',
  fsync: true,
  fullPageWrites: true,
  synchronousCommit: 'on',
  isReadOnly: false,
  maxConnections: 100,
  reservedConnections: 3,
  usedConnections: 20,
  neededConnections: 18,
  isEncrypted: true,
  isLoopback: false,
  foreignTables: 0,
  mayCreate: true,
  user: 'tidings',
}
const database = (facts: Partial<typeof reached>): Line[] => databaseLines({ ...reached, ...facts })
const unreachable = (code: string, isTls = false): Line[] =>
  databaseLines({ kind: 'unreachable', host: 'db.internal', code, isTls })
check('database', [
  ['a usual server', database({}), [['ok', /^PostgreSQL 18, 20 of 97 connections$/]]],
  ['an old server', database({ version: 140_011 }), [['problem', /^PostgreSQL 14 is too old/, /15 or later/]]],
  ['another encoding', database({ encoding: 'SQL_ASCII' }), [['problem', /SQL_ASCII/, /UTF8/]]],
  ['no fsync', database({ fsync: false }), [['problem', /^fsync is off/, /fsync = on/]]],
  ['no full pages', database({ fullPageWrites: false }), [['problem', /^full_page_writes/, /full_page_writes = on/]]],
  ['asynchronous commits', database({ synchronousCommit: 'off' }), [['problem', /loses messages/, /= on/]]],
  ['a standby', database({ isReadOnly: true }), [['problem', /standby/, /DATABASE_URL/]]],
  ['no privilege', database({ mayCreate: false }), [['problem', /may not create/, /grant create .* to tidings/]]],
  ['tables of another role', database({ foreignTables: 4 }), [['problem', /does not own 4/, /reassign owned/]]],
  ['too few connections', database({ neededConnections: 98 }), [['problem', /needs 98/, /DATABASE_POOL_SIZE/]]],
  ['many used connections', database({ usedConnections: 90 }), [['warning', /^90 of 97/, /max_connections/]]],
  ['no encryption', database({ isEncrypted: false }), [['warning', /not encrypted/, /sslmode=verify-full/]]],
  ['no encryption on this machine', database({ isEncrypted: false, isLoopback: true }), [['ok', /^PostgreSQL 18/]]],
  [
    'two problems',
    database({ fsync: false, version: 130_000 }),
    [
      ['problem', /13/, /15/],
      ['problem', /fsync/, /on/],
    ],
  ],
  ['a wrong password', unreachable('28P01'), [['problem', /^db\.internal refuses the password/, /DATABASE_URL/]]],
  ['no such database', unreachable('3D000'), [['problem', /does not exist/, /DATABASE_URL/]]],
  ['no server', unreachable('ECONNREFUSED'), [['problem', /nothing listens/, /Start PostgreSQL/]]],
  [
    'a refused certificate',
    unreachable('CERT_HAS_EXPIRED', true),
    [['problem', /TLS certificate/, /NODE_EXTRA_CA_CERTS/]],
  ],
  ['an unknown error', unreachable('XX000'), [['problem', /XX000/, /DATABASE_URL/]]],
])
check('migrations and keys', [
  ['none pending', migrationLines({ pending: [], unknown: [] }), [['ok', /up to date/]]],
  [
    'five pending',
    migrationLines({ pending: ['1', '2', '3', '4', '5'], unknown: [] }),
    [['problem', /1, 2, 3 and 2 more/, /npm run migrate/]],
  ],
  [
    'a newer release',
    migrationLines({ pending: [], unknown: ['9'] }),
    [['warning', /has 9 of a newer/, /Finish the upgrade/]],
  ],
  ['the keys of the database', keyLines([]), [['ok', /those of the database/]]],
  [
    'another key',
    keyLines(['key 1 differs: set the earlier key']),
    [['problem', /^key 1 differs$/, /^Set the earlier key\.$/]],
  ],
])

const smtp = (facts: Partial<SmtpFacts> & Pick<SmtpFacts, 'kind'>): Line[] =>
  smtpLines({ host: 'smtp', isLoopback: false, hasCredentials: true, requiresTls: true, ...facts } as SmtpFacts)
const connected = { kind: 'reached', isEncrypted: true, login: 'accepted' } as const
check('smtp', [
  ['TLS and a login', smtp(connected), [['ok', /^smtp with TLS, credentials accepted$/]]],
  ['no TLS', smtp({ ...connected, isEncrypted: false }), [['problem', /without TLS/, /smtps:/]]],
  [
    'a relay on this machine',
    smtp({ ...connected, isEncrypted: false, isLoopback: true, hasCredentials: false, login: 'none' }),
    [['ok', /on this machine/]],
  ],
  ['optional STARTTLS', smtp({ ...connected, requiresTls: false }), [['warning', /STARTTLS/, /requireTLS=true/]]],
  ['no login offered', smtp({ ...connected, login: 'not_offered' }), [['problem', /offers no login/, /465/]]],
  [
    'no connection',
    smtp({ kind: 'failed', step: 'connect', code: 'ETIMEDOUT' }),
    [['problem', /ETIMEDOUT/, /SMTP_URL/]],
  ],
  [
    'an expired certificate',
    smtp({ kind: 'failed', step: 'tls', code: 'CERT_HAS_EXPIRED' }),
    [['problem', /has expired/, /Renew/]],
  ],
  [
    'a refused login',
    smtp({ kind: 'failed', step: 'login', code: 'smtp 535 5.7.8' }),
    [['problem', /smtp 535/, /password in SMTP_URL/]],
  ],
])

const texts = (...given: string[]) => ({ kind: 'records' as const, texts: given })
const failed = { kind: 'failed' as const, code: 'ESERVFAIL' }
const dkim = (txt: typeof failed | ReturnType<typeof texts>, keyBits = 2048): Line[] =>
  dkimLines({ name: 's._domainkey.a.example', keyBits, publicKey: 'AbC', txt })
const spf = (...given: string[]): Line[] => spfLines({ domain: 'a.example', txt: texts(...given) })
const dmarc = (...given: string[]): Line[] =>
  dmarcLines({
    domain: 'a.b.example',
    lookups: [
      { name: '_dmarc.a.b.example', txt: texts() },
      { name: '_dmarc.b.example', txt: texts(...given) },
    ],
  })
check('DNS', [
  ['no DKIM of ours', dkimLines(null), [['ok', /the provider signs/]]],
  ['the key', dkim(texts('v=DKIM1; k=rsa; p=A bC')), [['ok', /matches/]]],
  ['no key', dkim(texts('other')), [['problem', /no DKIM record/, /p=AbC"\.$/]]],
  [
    'another key',
    dkim(texts('v=DKIM1; p=xyz')),
    [['problem', /is not that of DKIM_PRIVATE_KEY/, /or set DKIM_PRIVATE_KEY/]],
  ],
  ['a revoked key', dkim(texts('v=DKIM1; p=')), [['problem', /revoked/, /Publish/]]],
  ['two keys', dkim(texts('p=AbC', 'p=AbC')), [['problem', /2 DKIM records/, /Delete/]]],
  ['a short key', dkim(texts('p=AbC'), 512), [['problem', /512 bits/, /genrsa 2048/]]],
  ['no name server', dkim(failed), [['problem', /ESERVFAIL/, /name servers/]]],
  ['SPF', spf('v=spf1 include:x.example ~all'), [['ok', /has an SPF record/]]],
  ['SPF by redirect', spf('v=spf1 redirect=x.example'), [['ok', /has an SPF record/]]],
  ['no SPF', spf('v=spf10'), [['problem', /no SPF/, /v=spf1 include:/]]],
  ['two SPF records', spf('v=spf1 -all', 'v=spf1 a -all'), [['problem', /2 SPF/, /Join/]]],
  ['SPF for every server', spf('v=spf1 +all'), [['problem', /every server/, /-all/]]],
  ['SPF without an end', spf('v=spf1 mx'), [['warning', /does not end/, /-all/]]],
  ['DMARC of the domain above', dmarc('v=DMARC1; p=reject'), [['ok', /_dmarc\.b\.example has the policy reject/]]],
  ['no DMARC', dmarc(), [['problem', /no DMARC/, /_dmarc\.a\.b\.example/]]],
  [
    'DMARC without a policy',
    dmarc('v=DMARC1; rua=mailto:x@y.example'),
    [['problem', /no valid policy/, /p=quarantine/]],
  ],
  ['DMARC for reports', dmarc('v=DMARC1;p=none'), [['warning', /only asks for reports/, /p=quarantine/]]],
])

const provider = (state: AccountState): Line[] =>
  providerLines({ check: 'sms', name: 'twilio', setting: 'SMS_TWILIO_URL', kind: 'account', state })
check('providers', [
  ['accepted credentials', provider('active'), [['ok', /accepts/]]],
  ['refused credentials', provider('unauthorised'), [['problem', /refuses/, /SMS_TWILIO_URL/]]],
  ['an unknown account', provider('not_found'), [['problem', /does not know/, /SMS_TWILIO_URL/]]],
  ['a suspended account', provider('suspended'), [['problem', /suspended/, /Sign in at twilio/]]],
  ['no callbacks', provider('not_subscribed'), [['problem', /no callbacks/, /subscribed_apps/]]],
  ['an error of the provider', provider('unknown'), [['warning', /error/, /later/]]],
  [
    'no connection',
    providerLines({ check: 'sms', name: 'twilio', setting: 'SMS_TWILIO_URL', kind: 'failed', code: 'ENOTFOUND' }),
    [['problem', /ENOTFOUND/, /host in SMS_TWILIO_URL/]],
  ],
])

const openId = (facts: object): Line[] =>
  openIdLines({ issuer: 'https://id.example/', kind: 'response', status: 200, named: 'https://id.example/', ...facts })
check('identity provider', [
  ['the provider', openId({}), [['ok', /^https:\/\/id\.example\/ responds/]]],
  [
    'no response',
    openId({ kind: 'failed', code: 'ENOTFOUND', isTls: false }),
    [['problem', /cannot be reached \(ENOTFOUND\)/, /OPENID_ISSUER/]],
  ],
  [
    'a refused certificate',
    openId({ kind: 'failed', code: 'CERT_HAS_EXPIRED', isTls: true }),
    [['problem', /TLS certificate/, /NODE_EXTRA_CA_CERTS/]],
  ],
  ['another page', openId({ status: 404, named: null }), [['problem', /status 404/, /before \/\.well-known/]]],
  [
    'another name',
    openId({ named: 'https://id.example/realms/shop' }),
    [['problem', /names itself https:\/\/id\.example\/realms\/shop$/, /OPENID_ISSUER/]],
  ],
])

const publicUrl = (facts: object): Line[] =>
  publicUrlLines({
    url: 'https://u.example',
    isHttps: true,
    isLoopback: false,
    kind: 'response',
    status: 200,
    isProof: true,
    ...facts,
  })
const callback = (result: CallbackFacts[number]['result']): CallbackFacts => [{ path: '/callbacks/whatsapp', result }]
check('public address', [
  ['this installation', publicUrl({}), [['ok', /reaches this installation/]]],
  ['plain http', publicUrl({ isHttps: false }), [['problem', /plain http/, /PUBLIC_URL/]]],
  ['another service', publicUrl({ isProof: false }), [['problem', /does not reach/, /PUBLIC_URL/]]],
  ['an address of this machine', publicUrl({ isLoopback: true }), [['warning', /this machine/, /PUBLIC_URL/]]],
  [
    'no response',
    publicUrl({ kind: 'failed', code: 'ECONNREFUSED', isTls: false }),
    [['problem', /ECONNREFUSED/, /Start the service/]],
  ],
  [
    'a refused certificate',
    publicUrl({ kind: 'failed', code: 'CERT_HAS_EXPIRED', isTls: true }),
    [['problem', /TLS certificate/, /Renew/]],
  ],
  ['no callbacks', callbackLines([], true), [['ok', /no provider/]]],
  [
    'reachable callbacks',
    callbackLines(callback({ kind: 'response', status: 401, isRefusal: true }), true),
    [['ok', /1 callback/]],
  ],
  [
    'a login of the proxy',
    callbackLines(callback({ kind: 'response', status: 401, isRefusal: false }), true),
    [['problem', /POST \/callbacks\/whatsapp .*status 401/, /proxy/]],
  ],
  [
    'a wrong address',
    callbackLines(callback({ kind: 'failed', code: 'x' }), false),
    [['warning', /not checked/, /PUBLIC_URL first/]],
  ],
])

const clock = (name: string, aheadSeconds: number, uncertaintySeconds = 1): ClockFacts[number] => ({
  name,
  aheadSeconds,
  uncertaintySeconds,
})
check('clock', [
  [
    'equal clocks',
    clockLines([clock('the database', 0.2), clock('twilio', -1)]),
    [['ok', /the database, twilio agree/]],
  ],
  ['no other clock', clockLines([]), [['warning', /no other clock/, /again/]]],
  ['a slow response', clockLines([clock('twilio', 8, 6)]), [['ok', /agree/]]],
  [
    'a small difference',
    clockLines([clock('the database', 10), clock('twilio', 0)]),
    [['warning', /the database differs by 10 s/, /NTP/]],
  ],
  [
    'a wrong database',
    clockLines([clock('the database', -3600), clock('twilio', 0)]),
    [['problem', /the database differs by 3600 s from this machine/, /clock of the database/]],
  ],
  [
    'a wrong clock of this machine',
    clockLines([clock('the database', 300), clock('twilio', 301)]),
    [['problem', /this machine differs by 300 s from all other/, /clock of this machine/]],
  ],
])

const gibibyte = 1024 ** 3
const disk = (freeBytes: number, totalBytes: number): Line[] =>
  diskLines([{ name: 'the database', path: '/data', freeBytes, totalBytes }] satisfies DiskFacts)
check('disk', [
  ['half free', disk(50 * gibibyte, 100 * gibibyte), [['ok', /enough space for the database/]]],
  ['little space', disk(gibibyte, 100 * gibibyte), [['warning', /1024 MiB/, /Enlarge/]]],
  ['a twentieth of a large disk', disk(40 * gibibyte, 1000 * gibibyte), [['warning', /40960 MiB/, /Enlarge/]]],
  ['almost full', disk(gibibyte / 8, 100 * gibibyte), [['problem', /128 MiB/, /Delete files/]]],
  ['no disk', diskLines([]), [['ok', /no disk/]]],
])

const workers = (facts: Partial<WorkerFacts>): Line[] =>
  workerLines({ seenSecondsAgo: 1, pauseReason: null, dueJobs: 0, oldestDueSeconds: 0, ...facts })
check('workers', [
  ['a worker', workers({}), [['ok', /a worker runs/]]],
  ['the first start', workers({ seenSecondsAgo: null }), [['warning', /no process/, /npm start/]]],
  ['no worker and no work', workers({ seenSecondsAgo: 100 }), [['warning', /for 100 s$/, /role all or worker/]]],
  [
    'no worker and due work',
    workers({ seenSecondsAgo: 100, dueJobs: 3 }),
    [['problem', /3 jobs are due/, /role all or worker/]],
  ],
  ['old work', workers({ dueJobs: 3, oldestDueSeconds: 400 }), [['warning', /oldest for 400 s/, /sending-stuck/]]],
  [
    'a pause',
    workers({ pauseReason: 'other_database', seenSecondsAgo: 900 }),
    [['warning', /other_database/, /tidings sending release/]],
  ],
])
