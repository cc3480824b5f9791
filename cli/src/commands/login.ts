import { TidingsError } from '@tidings/client'
import type { Command } from 'commander'
import { checkedUrl, createClient, sideOf } from '../connection.ts'
import { usageError } from '../errors.ts'
import { addExamples } from '../examples.ts'
import { type Profile, profilesPath, readProfiles, writeProfiles } from '../profiles.ts'
import { readSecret } from '../prompt.ts'
import { onRun, type Run, type Shell } from '../shell.ts'

type LoginOptions = { operator?: boolean; check: boolean }

/** The key is never an argument: arguments are in the history of the shell and in the list of processes. */
export function addLogin(program: Command, shell: Shell): void {
  const command = program
    .command('login')
    .description('Store the address of the service and a key, which is read from the terminal or standard input.')
    .option('--operator', 'store the token of an operator instead of an API key')
    .option('--no-check', 'do not call the service to check the key')
  addExamples(command, [
    ['Ask for the key, and store it as the profile live or test', 'tidings login --url https://updates.example.com'],
    ['Read the key from a file', 'tidings login --url http://127.0.0.1:3000 --profile local < .tidings/test_api_key'],
    ['Store the token of an operator', 'tidings login --operator --url https://updates.example.com'],
  ])
  onRun<LoginOptions>(command, shell, login)
}

async function login(run: Run<LoginOptions>): Promise<void> {
  const { terminal, options, output, signal } = run
  const stored = readProfiles(terminal.env)
  const known = options.profile === undefined ? undefined : stored.profiles[options.profile]
  const given = options.url ?? terminal.env['TIDINGS_URL'] ?? known?.url
  if (given === undefined) throw usageError('The address of the service is missing.', 'Give it with --url.')
  const url = checkedUrl(given)
  const kind = options.operator === true ? 'operator_token' : 'api_key'
  const secret = await readSecret(terminal, kind === 'api_key' ? 'API key: ' : 'Operator token: ', signal)
  const side = sideOf(secret)
  if (kind === 'api_key' && side === null)
    throw usageError('This is not an API key: one begins with td_live_ or td_test_.')
  if (kind === 'operator_token' && side !== null)
    throw usageError('This is an API key of a business.', 'Leave out --operator to sign in with it.')
  if (options.check) await checkKey(run, url, secret, kind)
  const name = options.profile ?? side ?? 'operator'
  const profile: Profile = { url, [kind]: secret }
  writeProfiles(terminal.env, { current: name, profiles: { ...stored.profiles, [name]: profile } })
  const result = { profile: name, url, side, file: profilesPath(terminal.env) }
  if (output.isJson) output.writeJson(result)
  else output.say(`Signed in to ${url} with the profile ${name}. It is stored in ${result.file}.`)
  if (terminal.env['TIDINGS_API_KEY'] !== undefined && kind === 'api_key')
    output.note('TIDINGS_API_KEY is set and has precedence over the profile.')
}

/** Any response except 401 shows that the key is valid: it may lack the scope for this operation. */
async function checkKey({ signal }: Run<object>, url: string, credential: string, kind: string): Promise<void> {
  const client = createClient({ url, credential, profile: null, source: 'environment' })
  try {
    await client.request('GET', kind === 'api_key' ? '/api/v1/credits' : '/operator/v1/businesses', { signal })
  } catch (error) {
    if (!(error instanceof TidingsError) || error.status !== 403) throw error
  }
}
