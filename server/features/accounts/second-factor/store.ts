import { createHash, randomBytes } from 'node:crypto'
import { base32 } from '../../../platform/auth/index.ts'
import { type Database, type SystemTx, sql, type Tx, scalar } from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Vault } from '../../../platform/vault/index.ts'

export type SealSecret = Pick<Vault, 'sealGlobal' | 'openGlobal'>

export interface Found {
  readonly id: string
  readonly sealed: Uint8Array
  readonly confirmed_at: string | null
  readonly last_step: number
  readonly inserted_at: string
  readonly recovery_codes_left: number
}

const cell = (userId: string) => ({ table: 'second_factors', id: userId, column: 'sealed' })

export const find = (tx: Tx | SystemTx, userId: string): Promise<Found | undefined> =>
  tx.maybe<Found>(sql`select * from find_second_factor(${userId})`)

/** A new secret of 160 bits, sealed for the user; undefined if the user has a confirmed one. */
export async function enrol(
  tx: Tx,
  vault: SealSecret,
  userId: string,
): Promise<Buffer | undefined> {
  const secret = randomBytes(20)
  const sealed = vault.sealGlobal(cell(userId), secret)
  const enrolled = sql`select enrol_second_factor(${newId()}, ${userId}, ${sealed})`
  return (await scalar<boolean>(tx, enrolled)) ? secret : undefined
}

export const secretOf = (vault: SealSecret, userId: string, { sealed }: Found): Buffer =>
  vault.openGlobal(cell(userId), Buffer.from(sealed))

/** Counts an attempt in a separate transaction, so that a wrong code keeps the count. Returns seconds to wait, or 0. */
export const countTry = (database: Database, userId: string): Promise<number> =>
  database.outsideTenants((tx) =>
    scalar<number>(tx, sql`select coalesce(count_second_factor_attempt(${userId}), 0)`),
  )

export const accept = (database: Database, userId: string, step: number): Promise<boolean> =>
  database.outsideTenants((tx) =>
    scalar<boolean>(tx, sql`select accept_second_factor(${userId}, ${step})`),
  )

const codesAtATime = 10
const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')

/** As people type them: in any case, with dashes and spaces or without. */
const plain = (code: string): string => code.toUpperCase().replaceAll(/[\s-]/g, '')
/** 26 characters; older codes have 16 and stay valid. */
export const isRecoveryCode = (code: string): boolean =>
  /^[A-Z2-7]{16}([A-Z2-7]{10})?$/.test(plain(code))

/** Confirms the factor. Returns new recovery codes, which replace all others. */
export async function confirm(tx: Tx, userId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: codesAtATime }, () => base32(randomBytes(16)))
  const hashes = `{${codes.map((code) => `"\\\\x${hashOf(code)}"`).join(',')}}`
  await tx.run(sql`select confirm_second_factor(${userId}, ${hashes}::bytea[])`)
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
}

/** Whether it was one of the user's codes, for one of all who bring it. */
export const useRecoveryCode = (
  database: Database,
  userId: string,
  code: string,
): Promise<boolean> =>
  database.outsideTenants((tx) => {
    const hash = Buffer.from(hashOf(plain(code)), 'hex')
    return scalar<boolean>(tx, sql`select use_recovery_code(${userId}, ${hash})`)
  })

export const remove = (tx: Tx, userId: string): Promise<number> =>
  tx.run(sql`select delete_second_factor(${userId})`)
