import { type Index, unread, withhold } from '../../../kit/index.ts'

/**
 * Returns a record that another list must contain. A reference to a record that is newer than the list, or of another
 * account, has no verdict. `action` is the permission of that list.
 */
export const listed = <R>(index: Index<R>, key: string, action: string): R =>
  index.get(key) ?? withhold(unread('not_listed', { outcome: 'error', action }))
