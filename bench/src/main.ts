import { benchPush } from './push.ts'
import { benchPushLarge } from './push-large.ts'

/** npm run bench -- push: what the service does beside what the bare database does, in one run on one machine. */
const benches: Record<string, (rounds: number, seconds: number) => Promise<void>> = {
  push: benchPush,
  'push-large': benchPushLarge,
}
const [name = '', rounds = '5', seconds = '4'] = process.argv.slice(2)
const bench = benches[name]
if (bench === undefined) {
  process.stderr.write(`npm run bench -- ${Object.keys(benches).join(' | ')} [rounds] [seconds]\n`)
  process.exitCode = 2
} else await bench(Number(rounds), Number(seconds))
