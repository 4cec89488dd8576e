/** The suppression of a finding of a file, with a reason that names the file. */
import type { Suppressed } from '@plumbline/scanner/formats'
import type { Suppression } from '../versions/index.ts'

/** Null: it is not suppressed; undefined: it is not known. */
export function suppressionOf(
  suppressed: Suppressed | null | undefined,
  fileName: string,
): Suppression | null | undefined {
  if (!suppressed) return suppressed
  const { reason, isOurs } = suppressed
  if (isOurs && reason !== null) return { reason, keepsEarlier: false }
  const from = `Suppressed in the file ${fileName}`
  return { reason: reason === null ? from : `${from}: ${reason}`, keepsEarlier: true }
}
