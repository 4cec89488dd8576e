// The two checks of task logs differ in the side that they evaluate.
import { fail, pass, type Verdict } from '../../../kit/index.ts'
import { isPassing, type Levels } from './resources.ts'

/** DEFAULT logs the same as INFO; errors or warnings alone do not show what a task did. */
const enough: ReadonlySet<string> = new Set(
  ['DEFAULT', 'INFO', 'DEBUG', 'DETAILED_DEBUG'].map((level) => `LOGGER_SEVERITY_${level}`),
)

/** Evaluates whether all of these components are logged in enough detail. */
export function judgeLogging(
  { name, status, levels }: { name: string; status: string; levels: Levels | null },
  components: readonly string[],
): Verdict | readonly Verdict[] {
  if (isPassing(status)) return []
  if (!levels) return fail(`Replication task ${name} has logging off.`)
  const silent = components.filter((it) => !enough.has(levels[it] ?? ''))
  return silent.length > 0
    ? fail(`Replication task ${name} does not log ${silent.join(' and ')} in sufficient detail.`)
    : pass(`Replication task ${name} logs ${components.join(' and ')}.`)
}
