import { unread, withhold } from '../../kit/index.ts'

/**
 * What a judge asks of an answer, where a member may be left out (null) and no default is documented:
 * then there is no verdict, and the gap names the permission of the call.
 */
export const known = <T>(value: T | null, action: string): T =>
  value === null ? withhold(unread('broken_answer', { outcome: 'error', action })) : value
