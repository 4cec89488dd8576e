import { unread, withhold } from '../../kit/index.ts'

/**
 * Returns a value that a response may omit (null) without a documented default: null is unread, and the gap names the
 * permission of the call.
 */
export const known = <T>(value: T | null, action: string): T =>
  value === null ? withhold(unread('broken_answer', { outcome: 'error', action })) : value
