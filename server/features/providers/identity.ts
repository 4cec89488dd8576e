/** A provider whose uid is only a name stays bound to the account that responded first, even if its secret changes. */
import type { Tx } from '../../platform/db/index.ts'
import { identityOnce } from './store.ts'

export const otherAccount = {
  code: 'another_account',
  detail:
    'The secret belongs to a different account than the one connected first, so nothing was scanned. Use a secret of the first account, or create a separate provider for the other account.',
} as const

/** Whether this is the account that was connected first; the first one is. Null: its uid identifies it. */
export const isConnectedAccount = async (
  tx: Tx,
  providerId: string,
  identity: string | null,
): Promise<boolean> => (await identityOnce(tx, providerId, identity)) === identity
