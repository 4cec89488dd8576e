/**
 * Edits of a form. A form keeps the values that it began with: what other users save meanwhile does not change the
 * form, and saving the form does not undo it.
 */

/** A set as it is now, with what the user added to and took from the set that the form began with. */
export const editedSet = (
  now: readonly string[],
  before: readonly string[],
  after: readonly string[],
): readonly string[] => {
  const added = after.filter((one) => !before.includes(one))
  const kept = now.filter((one) => after.includes(one) || !before.includes(one))
  return [...new Set([...kept, ...added])]
}

export const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join()

/** The attributes whose values differ from those that the form began with. */
export const editedOnly = <T extends object>(before: Partial<T>, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
    ),
  ) as Partial<T>
