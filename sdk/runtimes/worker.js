import { runProgram } from './program.js'

/** For workerd, which runs the program when it gets a request with the settings. */
// oxlint-disable-next-line import/no-default-export -- workerd calls the default export
export default {
  async fetch(request) {
    try {
      await runProgram(await request.json())
      return new Response('ok')
    } catch (error) {
      return new Response(error.stack, { status: 500 })
    }
  },
}
