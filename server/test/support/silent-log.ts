import { pino } from 'pino'

/** For a context whose log lines no test reads. */
export const silentLog = pino({ level: 'silent' })
