export interface KillFigures {
  readonly lost: number
  readonly doubled: number
  readonly stuck: number
  readonly failedScans: number
}

/**
 * The table of docs/operate/scale.md. Kills of all parts follow each other closely, so that what is lost is attributed to
 * the run and not to a part.
 */
export function killTable(
  killed: ReadonlyMap<string, number>,
  { lost, doubled, stuck, failedScans }: KillFigures,
): readonly string[] {
  const rows = [...killed].toSorted(([a], [b]) => a.localeCompare(b))
  const all = rows.reduce((sum, [, times]) => sum + times, 0)
  return [
    '| Killed | Kills | Findings lost | Findings doubled | Tasks stuck | Scans failed |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows.map(([part, times]) => `| ${part} | ${times} | | | | |`),
    `| all | ${all} | ${lost} | ${doubled} | ${stuck} | ${failedScans} |`,
  ]
}
