/** Mutelists are parsed and matched with findings in a separate thread, within a deadline. */
import { invalid, Problem, Problems, unavailable } from '@plumbline/jsonapi'
import { FunctionThread, OutOfBounds, type Owner } from '../../platform/threads/index.ts'
import type { Judge, Mutable } from '../recording/index.ts'
import type { EntryName } from './matching.ts'
import type { Mutelist } from './mutelist.ts'
import type { ListFunctions } from './thread.ts'

const threadFor = (name: string): FunctionThread<ListFunctions> =>
  new FunctionThread(new URL('./thread.ts', import.meta.url), { name, deadlineMs: 10_000 })

/** Requests and recording use separate threads, so that many requests cannot delay a scan. */
const threads = { asked: threadFor('mutelist'), recorded: threadFor('mutelist of records') }

/** Searches for a keyword in one call, whose end others wait for: 5 ms, a second at the worst. */
const mostSearches = 100_000
/** Of the thread's time, for all calls of one judgement. */
export const judgeMs = 20_000
/** Includes waiting for other calls, which does not depend on the list. */
const longestMs = 30_000

/** What one judgement has used, and when it has waited for too long. */
export interface Judgement {
  spentMs: number
  readonly until: number
}
export const judgement = (): Judgement => ({ spentMs: 0, until: performance.now() + longestMs })

function checkTime({ spentMs, until }: Judgement): void {
  if (spentMs > judgeMs) throw tooSlow()
  if (performance.now() > until)
    throw unavailable('The server is busy with mutelists of other tenants.', 'busy', 5)
}

const pointer = '/data/attributes/configuration'
const tooSlow = (): Problem =>
  invalid(
    pointer,
    `Matching these findings with the mutelist takes longer than ${judgeMs / 1_000} s. Use fewer or simpler patterns.`,
    'mutelist_too_slow',
  )

async function inBounds<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OutOfBounds) throw tooSlow()
    throw error
  }
}

/** The list as it was written, as text or as an object; or what is wrong with it. */
export async function listIn(
  owner: Owner,
  written: Mutelist | string,
): Promise<Mutelist | Problem | Problems> {
  try {
    const read = await inBounds(() =>
      typeof written === 'string'
        ? threads.asked.run(owner, 'read', written)
        : threads.asked.run(owner, 'check', JSON.stringify(written)),
    )
    if ('list' in read) return read.list
    const problems = read.faults.map(({ detail, code, at }) => invalid(pointer + at, detail, code))
    const [first] = problems
    return problems.length === 1 && first ? first : new Problems(problems)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** One list and one account; the list is JSON. */
export interface ListOfAccount {
  readonly list: string
  readonly account: string
}

/** The checks among these that the list is about. */
export const checksOf = (
  owner: Owner,
  { list, account }: ListOfAccount,
  checks: readonly string[],
): Promise<string[]> => inBounds(() => threads.asked.run(owner, 'concerned', list, account, checks))

interface Judging {
  readonly time?: Judgement
  readonly by?: keyof typeof threads
  /** Called with entries that hide findings; an entry may come several times. */
  readonly onEntries?: (entries: readonly EntryName[]) => void
}

/** Matches findings of the account with the list; null if no entry is about the account. */
export async function judgeOf(
  owner: Owner,
  { list, account }: ListOfAccount,
  { time = judgement(), by = 'recorded', onEntries }: Judging = {},
): Promise<Judge | null> {
  const thread = threads[by]
  const cost = await inBounds(() => thread.run(owner, 'cost', list, account))
  if (cost === 0) return null
  const together = Math.max(1, Math.floor(mostSearches / cost))
  const withEntries = onEntries !== undefined
  return async (findings) => {
    const hidden: boolean[] = []
    for (let start = 0; start < findings.length; start += together) {
      checkTime(time)
      const some = findings.slice(start, start + together).map(mutable)
      const answer = await inBounds(() =>
        thread.run(owner, 'hidden', list, account, some, withEntries),
      )
      hidden.push(...answer.hidden)
      onEntries?.(answer.entries)
      time.spentMs += answer.ms
    }
    return hidden
  }
}

/** Nothing else of a finding travels. */
const mutable = ({ check_id, region, resource_uid, resource_name, tags }: Mutable): Mutable => ({
  check_id,
  region,
  resource_uid,
  resource_name,
  tags,
})
