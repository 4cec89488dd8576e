import { pino } from 'pino'

/** Words for the event, fields for the facts. Secrets and personal data stay out. */
export interface Log {
  info(event: string, facts?: Facts): void
  warn(event: string, facts?: Facts): void
  error(event: string, facts?: Facts): void
}
export type Facts = Readonly<Record<string, string | number | boolean | null | undefined | Error>>

/** JSON lines on standard error. An error is written whole; a request never is. */
export function createLog(level: string): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: pino.stdSerializers.err },
    },
    pino.destination({ dest: 2, sync: true }),
  )
  const write =
    (kind: 'info' | 'warn' | 'error') =>
    (event: string, facts: Facts = {}): void =>
      logger[kind](facts, event)
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

export const silent: Log = { info() {}, warn() {}, error() {} }
