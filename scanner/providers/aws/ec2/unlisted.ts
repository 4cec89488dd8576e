import { type Check, type Index, unread } from '../../../kit/index.ts'

/** A record refers to another one that its list did not hold: newer than the list, or another account's. */
class Unlisted extends Error {
  override readonly name = 'Unlisted'
  readonly action: string
  constructor(key: string, action: string) {
    super(`${key} is not in the list of ${action}`)
    this.action = action
  }
}

/** What another list must hold. `action` is the permission behind that list. */
export function listed<R>(index: Index<R>, key: string, action: string): R {
  const record = index.get(key)
  if (record === undefined) throw new Unlisted(key, action)
  return record
}

/** The same check, but without a verdict where something it had to look up was not listed. */
export const lookingUp = <R>(check: Check<R>): Check<R> => ({
  ...check,
  judge(record, circumstances) {
    try {
      return check.judge(record, circumstances)
    } catch (thrown) {
      if (!(thrown instanceof Unlisted)) throw thrown
      return { unread: unread('not_listed', { outcome: 'error', action: thrown.action }) }
    }
  },
})
