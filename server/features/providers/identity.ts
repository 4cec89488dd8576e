/** An account whose uid is a name that somebody gave it is the one that answered first, whatever its secret leads to later. */
import type { Tx } from '../../platform/db/index.ts'
import { identityOnce } from './store.ts'

export const otherAccount = {
  code: 'another_account',
  detail:
    'The secret leads to another account than the one that was connected first; nothing of it is taken. Put back a secret of the first, or delete the provider and connect the other one anew.',
} as const

/** Whether this is the account that was connected first; the first one is. Null: its uid says which it is. */
export const isConnectedAccount = async (
  tx: Tx,
  providerId: string,
  identity: string | null,
): Promise<boolean> => (await identityOnce(tx, providerId, identity)) === identity
