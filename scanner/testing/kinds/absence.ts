/** Removes each field of the responses of a provider in turn, and compares the findings of a service. */
import { find } from '../../providers/aws/operations.ts'
import { fieldsOf, withoutField } from '../fields.ts'
import { RecordedCalls } from '../recorded.ts'
import type { FixtureOfKind, KindUnderTest } from './kind.ts'
import { type Seen, scanned } from './scanned.ts'

/** A field whose absence improved a verdict, or removed one without a gap. */
export interface Fault {
  readonly call: string
  readonly field: string
  /** Check, with what changed: `s3_bucket_public_access FAIL→PASS`. */
  readonly changes: readonly string[]
}

/** The elements that represent the items of lists in XML. Without them, a response has empty lists. */
function itemElements(call: string): ReadonlySet<string> {
  const found = new Set(['member', 'item', 'entry'])
  const [service = '', operation = ''] = call.split(':')
  if (service === '' || operation === '') return found
  for (const [path, type] of Object.entries(
    find(call as Parameters<typeof find>[0]).operation.xml ?? {},
  ))
    found.add(type === '*' ? (path.split('.').at(-1) ?? '') : type)
  return found
}

/** Changes from one scan to another that absent data must not cause. */
function changesOf(before: Seen, after: Seen): readonly string[] {
  const was = new Map(before.findings.map(({ uid, status }) => [uid, status]))
  const kept = new Set(after.findings.map(({ uid }) => uid))
  const better = after.findings
    .filter(({ uid, status }) => status === 'PASS' && was.get(uid) !== 'PASS')
    .map(({ uid, check_id }) => `${check_id} ${was.get(uid) ?? 'nothing'}→PASS`)
  const isExplained = ({ uid, check_id }: Seen['findings'][number]): boolean =>
    after.unread.some((it) => it.check_id === check_id && (it.uid === null || it.uid === uid)) ||
    after.coverage.some((it) => it.check_id === check_id && it.region === '*')
  const lost = before.findings
    .filter((it) => it.status === 'FAIL' && !kept.has(it.uid) && !isExplained(it))
    .map(({ check_id }) => `${check_id} FAIL→nothing`)
  return [...new Set([...better, ...lost])]
}

/** Yields the faults of one service. Fields of the sign-in count as well; a sign-in that fails is none. */
export async function* faultsOf(
  kind: KindUnderTest,
  fixture: FixtureOfKind,
  service: string,
): AsyncGenerator<Fault> {
  const recorded = new RecordedCalls()
  const recording = { provider: recorded.of(kind.provider) }
  const before = await scanned(recording, fixture, { service })
  const calls = [...recorded.answers]
  for (const [call, answers] of calls) {
    const whole = answers.filter(({ status }) => status === 200)
    const items = kind.provider.type === 'aws' ? itemElements(call) : new Set<string>()
    for (const field of new Set(whole.flatMap((answer) => [...fieldsOf(answer)]))) {
      if (items.has(field.split('.').at(-1) ?? '')) continue
      recorded.change = (name, answer) =>
        name === call && answer.status === 200 ? withoutField(answer, field) : undefined
      const after = await scanned(recording, fixture, { service }).catch((thrown: unknown) => {
        if (thrown instanceof Error && thrown.name === 'ScanProblem') return null
        throw thrown
      })
      const changes = after ? changesOf(before, after) : []
      if (changes.length > 0) yield { call, field, changes }
    }
  }
}
