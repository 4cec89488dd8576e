import { type Index, unread, withhold } from '../../../kit/index.ts'

/**
 * A record that another list must contain. One that refers to something newer than the list, or of another account,
 * gets no verdict. `action` is the permission behind that list.
 */
export const listed = <R>(index: Index<R>, key: string, action: string): R =>
  index.get(key) ?? withhold(unread('not_listed', { outcome: 'error', action }))
