/** The status and the triage of a version as of now, as SQL: an attestation may have expired that its row still has. */
import { raw, sql, type Sql } from '../../platform/db/sql.ts'
import { statusCodes, triageCodes } from './codes.ts'

/** Of versions `v`. */
export const effectiveStatus = sql`
  case when v.status = ${statusCodes.PASS} and v.status_until <= now() then ${statusCodes.MANUAL}
       else v.status end`

/** The triage of a version in lists, without waiting for the job that corrects the row. */
export const triageCode = (alias: string): Sql =>
  raw(
    `case when ${alias}.status_until <= now() then ${triageCodes.open}
          else coalesce(${alias}.triage,
                        case ${alias}.raw_status when ${statusCodes.PASS} then ${triageCodes.resolved}
                             else ${triageCodes.open} end) end`,
  )

/** Rows whose attestation has expired, and which the sweep of each minute has not corrected yet. */
export const over = (alias: string): Sql =>
  raw(
    `${alias}.removed_at is null and ${alias}.status = ${statusCodes.PASS} and ${alias}.status_until <= now()`,
  )
