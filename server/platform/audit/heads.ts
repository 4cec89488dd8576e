/** The newest event of each tenant's chain, for keeping outside the database: it shows a tail that was cut. */
import { type Database, sql } from '../db/index.ts'

export interface Head {
  readonly tenant_id: string
  readonly sequence: number
  /** In hexadecimal. */
  readonly hash: string
  /** When the event was noted. */
  readonly inserted_at: string | null
}

/** Of all tenants; `isKeyed` is false for a chain whose newest event is from before chains had a key. */
export async function auditHeads(
  database: Database,
): Promise<readonly (Head & { readonly isKeyed: boolean })[]> {
  return database.outsideTenants((tx) =>
    tx.rows(sql`
      select h.tenant_id, h.sequence, encode(h.hash, 'hex') as hash, h.inserted_at,
             h.key_id is not null as "isKeyed"
        from find_audit_heads() h`),
  )
}

/** One last hash as a line of an export file. */
export const headLine = ({ tenant_id, sequence, hash, inserted_at }: Head): string =>
  `${JSON.stringify({ tenant_id, sequence, hash, inserted_at })}\n`

/**
 * Parses such a file. Also reads log lines with additional members. Throws a sentence with the number of the first
 * invalid line.
 */
export function readHeads(text: string): readonly Head[] {
  return text.split('\n').flatMap((line, at): Head[] => {
    if (line.trim() === '') return []
    const head = headOf(line)
    if (!head) throw new Error(`Line ${at + 1} does not contain the head of an audit chain.`)
    return [head]
  })
}

function headOf(line: string): Head | undefined {
  try {
    const { tenant_id, sequence, hash, inserted_at } = JSON.parse(line) as Partial<Head>
    if (typeof tenant_id !== 'string' || typeof hash !== 'string') return undefined
    if (typeof sequence !== 'number' || !/^([0-9a-f]{2})+$/.test(hash)) return undefined
    return { tenant_id, sequence, hash, inserted_at: inserted_at ?? null }
  } catch {
    return undefined
  }
}
