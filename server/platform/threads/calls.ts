/** Functions that are called from another thread: plain values travel there and back as copies. */

/** From plain values to a plain value. A caller whose function takes transferred bytes hands them over. */
export type Functions = Readonly<Record<string, (...input: never[]) => unknown>>
/** The result of a function, as its caller gets it. */
export type Answer<F> = F extends (...input: never[]) => infer R ? Promise<Awaited<R>> : never
export type Input<F> = F extends (...input: infer I) => unknown ? I : never

/** Messages between the threads. The thread sends `ready` once; `stop` is sent to it. */
export type Message =
  | 'ready'
  | 'stop'
  | { readonly call: number; readonly name: string; readonly input: readonly unknown[] }
  | { readonly answer: number; readonly value: unknown }
  | { readonly answer: number; readonly error: unknown }

export type Post = (message: Message, transfer?: readonly ArrayBuffer[]) => void

/** One end of the calls between two threads. */
export class Calls {
  readonly #functions: Functions
  readonly #post: Post
  readonly #open = new Map<number, PromiseWithResolvers<unknown>>()
  #last = 0

  constructor(functions: Functions, post: Post) {
    this.#functions = functions
    this.#post = post
  }

  get isIdle(): boolean {
    return this.#open.size === 0
  }

  /** Returns or throws what the function at the other end does. */
  call(
    name: string,
    input: readonly unknown[],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<unknown> {
    const answered = Promise.withResolvers<unknown>()
    const call = (this.#last += 1)
    this.#open.set(call, answered)
    this.#post({ call, name, input }, transfer)
    return answered.promise
  }

  /** Takes a message of the other end. Resolves when it is answered. */
  async receive(message: Message): Promise<void> {
    if (typeof message === 'string') return
    if ('answer' in message) {
      const open = this.#open.get(message.answer)
      this.#open.delete(message.answer)
      if ('error' in message) open?.reject(message.error)
      else open?.resolve(message.value)
      return
    }
    const { call: answer, name, input } = message
    try {
      const work = this.#functions[name]
      if (!work) throw new Error(`There is no function ${name}.`)
      this.#post({ answer, value: await work(...(input as never[])) })
    } catch (error) {
      this.#post({ answer, error })
    }
  }

  /** The other side has ended. */
  fail(reason: unknown): void {
    for (const { reject } of this.#open.values()) reject(reason)
    this.#open.clear()
  }
}
