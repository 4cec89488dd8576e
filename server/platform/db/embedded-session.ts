/**
 * Messages to the engine. A statement is one message of the wire protocol; the library's own `query` takes six, a
 * hundred microseconds each, to learn the types of its parameters first.
 */
import { type PGlite, parse, protocol } from '@electric-sql/pglite'
import { beginOf } from './scope.ts'

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
  /** Of the request. */
  readonly id: number
  readonly text: string
  readonly values: readonly unknown[]
  /** By which the engine keeps the statement, prepared. */
  readonly name?: string | undefined
}

/** The first statement of a transaction. */
export interface Entering extends Asked {
  readonly readOnly?: boolean | undefined
}

type Messages = Awaited<ReturnType<PGlite['execProtocol']>>['messages']

/**
 * Ends the thread: the engine's memory is not reliable any more. Waiting callers get this error; the next thread
 * recovers what was committed.
 */
function broken(error: Error): Promise<never> {
  setImmediate(() => {
    throw new Error(`The engine of the embedded database failed: ${error.message}`, {
      cause: error,
    })
  })
  return new Promise(() => {})
}

export class EngineSession {
  readonly #engine: PGlite
  readonly #running: Int32Array
  readonly #prepared = new Set<string>()

  /** `running` shows which request's statement runs, or 0. */
  constructor(engine: PGlite, running: Int32Array) {
    this.#engine = engine
    this.#running = running
  }

  #send(id: number, ...parts: Uint8Array[]): Promise<Messages> {
    const whole = joined(parts)
    return this.#engine.runExclusive(async () => {
      Atomics.store(this.#running, 0, id)
      const options = { syncToFs: false, throwOnError: false }
      const { messages } = await this.#engine.execProtocol(whole, options).catch(broken)
      // A stack that overflows ends a statement without an answer, which would look like an empty result.
      if (messages.at(-1)?.name !== 'readyForQuery') await broken(new Error('it gave no answer'))
      Atomics.store(this.#running, 0, 0)
      const refusal = messages.find(({ name }) => name === 'error')
      if (refusal) throw refusal
      return messages
    })
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
    const { id, name } = asked
    try {
      const messages = await this.#send(id, ...this.#statement(asked))
      if (name) this.#prepared.add(name)
      const [result] = parse.parseResults(messages, this.#engine.parsers)
      return {
        rows: (result?.rows ?? []) as Record<string, unknown>[],
        count: result?.affectedRows ?? 0,
      }
    } catch (error) {
      // The error does not show whether it was prepared before it was refused.
      if (name && !this.#prepared.has(name))
        await this.#send(id, serialize.close({ type: 'S', name }), serialize.sync())
      throw error
    }
  }

  /** Begins a transaction and runs its first statement. */
  async begin(asked: Entering): Promise<void> {
    await this.#send(asked.id, serialize.query(beginOf(asked.readOnly)), ...this.#statement(asked))
    if (asked.name) this.#prepared.add(asked.name)
  }

  /** Several statements without values, and without a deadline; the rows of all of them. */
  async script(text: string): Promise<Result['rows']> {
    const messages = await this.#send(0, serialize.query(text))
    const results = parse.parseResults(messages, this.#engine.parsers)
    return results.flatMap(({ rows }) => rows as Result['rows'])
  }
}
