import { pino } from 'pino'

/** Words for the event, fields for the facts. Secrets and personal data stay out. */
export interface Log {
  info(event: string, facts?: Facts): void
  warn(event: string, facts?: Facts): void
  error(event: string, facts?: Facts): void
}
export type Facts = Readonly<Record<string, string | number | boolean | null | undefined | Error>>

/** Other members of an error may contain user input: an invalid URL is the `input` of its error, secrets included. */
function errorFacts(error: Error): object {
  const { type, message, stack } = pino.stdSerializers.err(error)
  const { code } = error as { code?: unknown }
  return { type, message, stack, ...(typeof code === 'string' && { code }) }
}

/** JSON lines on standard error. An error is written with its causes and its stack; a request never is. */
export function createLog(level: string): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: errorFacts },
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
