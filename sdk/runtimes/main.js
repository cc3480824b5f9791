import { runProgram } from './program.js'

/** For runtimes with a command line. The settings are the last argument. */
const parameters = globalThis.Deno?.args ?? process.argv
await runProgram(JSON.parse(parameters.at(-1)))
