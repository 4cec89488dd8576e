/**
 * What is said to the engine. A statement is one message of the wire protocol; the library's own `query`
 * takes six, a hundred microseconds each, to learn the types of its parameters first.
 */
import { type PGlite, parse, protocol } from '@electric-sql/pglite'

const { serialize } = protocol

export interface Result {
  readonly rows: Record<string, unknown>[]
  readonly count: number
}

const element = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL'
  if (Array.isArray(value)) return arrayText(value)
  return `"${String(wired(value)).replace(/["\\]/g, '\\$&')}"`
}
const arrayText = (values: readonly unknown[]): string => `{${values.map(element).join(',')}}`

/**
 * A parameter as text, which PostgreSQL reads by the type that it has in the statement; bytes as they are. A
 * list is an array, as the driver of PostgreSQL takes it.
 */
function wired(value: unknown): string | ArrayBufferView | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (ArrayBuffer.isView(value)) return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return arrayText(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function joined(messages: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(messages.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (const message of messages) {
    whole.set(message, at)
    at += message.length
  }
  return whole
}

export interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
  /** By which the engine keeps the statement, prepared. */
  readonly name?: string | undefined
}

export class EngineSession {
  readonly #engine: PGlite
  readonly #prepared = new Set<string>()

  constructor(engine: PGlite) {
    this.#engine = engine
  }

  #send(...messages: Uint8Array[]): ReturnType<PGlite['execProtocol']> {
    const whole = joined(messages)
    return this.#engine.runExclusive(() => this.#engine.execProtocol(whole, { syncToFs: false }))
  }

  /** The messages of one statement, up to the end that makes the engine answer. */
  #statement({ text, values, name = '' }: Asked): Uint8Array[] {
    const isKnown = name !== '' && this.#prepared.has(name)
    return [
      ...(isKnown ? [] : [serialize.parse({ text, name })]),
      serialize.bind({ statement: name, values: values.map(wired) }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
      serialize.sync(),
    ]
  }

  async query(asked: Asked): Promise<Result> {
    const { name } = asked
    try {
      const { messages } = await this.#send(...this.#statement(asked))
      if (name) this.#prepared.add(name)
      const [result] = parse.parseResults(messages, this.#engine.parsers)
      return {
        rows: (result?.rows ?? []) as Record<string, unknown>[],
        count: result?.affectedRows ?? 0,
      }
    } catch (error) {
      // The error does not say whether it was prepared before it was refused.
      if (name && !this.#prepared.has(name))
        await this.#send(serialize.close({ type: 'S', name }), serialize.sync())
      throw error
    }
  }

  /** Begins a transaction and runs its first statement. */
  async begin(asked: Asked): Promise<void> {
    await this.#send(serialize.query('begin'), ...this.#statement(asked))
    if (asked.name) this.#prepared.add(asked.name)
  }
}
