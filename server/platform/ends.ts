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
