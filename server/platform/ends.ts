/**
 * Runs ends one after the other, each whatever became of those before it, so that one that fails keeps
 * nothing else open. Throws at last what failed first.
 */
export async function endAll(...ends: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = []
  for (const end of ends) {
    try {
      await end()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

/** The work, or the reason of the signal, whichever is first: for what may not listen to its signal. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const leave = (): void => aborted.reject(signal.reason)
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave, { once: true })
  return Promise.race([work, aborted.promise]).finally(() =>
    signal.removeEventListener('abort', leave),
  )
}
