/** The suppression of findings in a file, with a reason that names the file. */
import type { Staged, Suppression } from '../observations/index.ts'
import type { FileSlice, Source } from './batches.ts'

function suppressionOf(
  { suppressed }: Source,
  fileName: string,
): { readonly suppression?: Suppression | null } {
  if (suppressed === undefined) return {}
  if (suppressed === null) return { suppression: null }
  const { reason, isOurs } = suppressed
  if (isOurs && reason !== null) return { suppression: { reason, keepsEarlier: false } }
  const from = `Suppressed in the file ${fileName}`
  return {
    suppression: { reason: reason === null ? from : `${from}: ${reason}`, keepsEarlier: true },
  }
}

export const withSuppressions = (slices: readonly FileSlice[], fileName: string): FileSlice[] =>
  slices.map((slice) => {
    const sources = new Map<Staged, Source>()
    const staged = slice.staged.map((one) => {
      const source = slice.sources.get(one)
      if (!source) return one
      const said = { ...one, ...suppressionOf(source, fileName) }
      sources.set(said, source)
      return said
    })
    return { ...slice, staged, sources }
  })
