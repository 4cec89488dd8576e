/**
 * Edits of a form. A form keeps its initial values: changes that other users save meanwhile do not change the form, and
 * saving the form does not undo them.
 */

/** The current set, with the user's additions and removals since the form was opened. */
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

/** The attributes whose values differ from the initial values of the form. */
export const editedOnly = <T extends object>(before: Partial<T>, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
    ),
  ) as Partial<T>
